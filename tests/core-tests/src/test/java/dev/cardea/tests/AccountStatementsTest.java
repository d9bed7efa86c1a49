package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.limit.RateLimits;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many statements accounts send to a database. The driver sends the same ones to PostgreSQL. */
class AccountStatementsTest {
    private static final String URL = "https://app.example";
    private static final String PASSWORD = "seven copper lanterns drifting";
    private static final String WRONG = "a quiet river under nine bridges";
    /** What a driver sends; the beginning of a transaction travels with the first statement. */
    private static final Set<String> SENT = Set.of("executeQuery", "executeUpdate", "execute", "commit", "rollback");

    private final AtomicInteger count = new AtomicInteger();
    private final Inbox inbox = new Inbox();
    private final JdbcConnectionPool pool =
            JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
    private Auth auth;

    @BeforeEach
    void start() {
        JdbcAdapter.of(pool).createSchema(line -> {});
        auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url(URL)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(JdbcAdapter.of((DataSource) counted(DataSource.class, pool)))
                .rateLimits(RateLimits.OFF)
                .provider(EmailProvider.of("mail", inbox))
                .extension(UserAccounts.standard().passwords(Passwords.forTests())));
        var browser = browser();
        post(browser, "/signup", "ann@example.com", PASSWORD);
        browser.open(inbox.last("ann@example.com").orElseThrow().url());
        // What a process asks once, such as for tables.
        post(browser(), "/callback/password", "ann@example.com", PASSWORD);
    }

    @AfterEach
    void stop() {
        pool.dispose();
    }

    @Test
    void a_sign_in_with_a_password_sends_ten_statements() {
        var browser = browser();
        var csrf = csrf(browser);

        int sent = sent(() -> post(browser, "/callback/password", csrf, "ann@example.com", PASSWORD));

        assertThat(browser.open(URL + "/auth/session").text()).contains("ann@example.com");
        assertThat(sent).isEqualTo(10);
    }

    @Test
    void a_session_check_sends_one_statement_as_without_accounts() {
        var browser = browser();
        post(browser, "/callback/password", "ann@example.com", PASSWORD);

        assertThat(sent(() -> browser.open(URL + "/auth/session"))).isEqualTo(1);
    }

    @Test
    void a_wrong_password_and_an_unknown_address_send_the_same_two_statements() {
        var browser = browser();
        var csrf = csrf(browser);

        assertThat(sent(() -> post(browser, "/callback/password", csrf, "ann@example.com", WRONG)))
                .isEqualTo(2);
        assertThat(sent(() -> post(browser, "/callback/password", csrf, "bob@example.com", WRONG)))
                .isEqualTo(2);
    }

    private Browser browser() {
        return Browser.of(Origins.of(URL, auth::handle), Clock.systemUTC());
    }

    private static String csrf(Browser browser) {
        var field = browser.open(URL + "/auth/signin").document().selectFirst("input[name=csrfToken]");
        return Objects.requireNonNull(field).val();
    }

    private static void post(Browser browser, String route, String email, String password) {
        post(browser, route, csrf(browser), email, password);
    }

    private static void post(Browser browser, String route, String csrf, String email, String password) {
        browser.post(URL + "/auth" + route, Map.of("csrfToken", csrf, "email", email, "password", password));
    }

    private int sent(Runnable request) {
        count.set(0);
        request.run();
        return count.get();
    }

    private Object counted(Class<?> type, Object target) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (SENT.contains(method.getName())) count.incrementAndGet();
            try {
                var result = method.invoke(target, arguments);
                return result != null && isWatched(method.getReturnType())
                        ? counted(method.getReturnType(), result)
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private static boolean isWatched(Class<?> type) {
        return type == Connection.class || type == PreparedStatement.class || type == Statement.class;
    }
}
