package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.Page;
import dev.cardea.testing.SignedIn;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * States the promises of a host next to a login of its framework: that login is never a session of Cardea, and nothing of a
 * session of Cardea outlives the session. The application has these pages:
 * <table> <caption>pages</caption>
 * <tr><td>{@code GET /who}</td><td>{@link #who}, for every visitor, after it has opened a session of the framework if
 * there is one</td></tr>
 * <tr><td>{@code GET /account}</td><td>{@link #INSIDE}, behind a protected path of Cardea</td></tr>
 * <tr><td>{@code GET /office}</td><td>{@link #INSIDE}, which the framework shows to the role {@link #CLERK}</td></tr>
 * </table>
 *
 * <p>The framework knows one user, {@link #GRACE} with {@link #PASSWORD} and the role {@link #CLERK}.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FrameworkLoginContract {
    public static final String GRACE = "grace";
    public static final String PASSWORD = "password of Grace";
    public static final String CLERK = "CLERK";
    public static final String INSIDE = "inside";

    /** What browsers accept for a page. */
    protected static final String PAGE = "text/html,*/*;q=0.8";

    private static final String EDITOR = "EDITOR";
    private static final String NO_USER = "anonymous [] -";
    private static final String ONLY_GRACE = "grace [CLERK] -";

    private final InMemoryAdapter store = new InMemoryAdapter();
    private final User stored = store.createUser(User.of(null, "Ada", "ada@example.com"));
    private SignedIn ada = SignedIn.as(stored, store);
    private Browser browser = Browser.of(Network.INSTANCE);
    private @Nullable ServedSite served;

    /** Serves the pages on a free port of 127.0.0.1. */
    protected abstract ServedSite start(Auth auth) throws Exception;

    /** Signs {@link #GRACE} in as users of the framework do. */
    protected abstract void signInToFramework(Browser browser);

    /**
     * Returns the text of the page {@code /who}.
     *
     * @param name of the framework's user; {@code null} for none
     * @param hasRole asks the framework
     */
    public static String who(@Nullable String name, Predicate<String> hasRole, Optional<Session> session) {
        var roles = List.of(CLERK, EDITOR).stream().filter(hasRole).toList();
        return (name == null ? "anonymous" : name) + " " + roles + " "
                + session.map(s -> s.user().name()).orElse("-");
    }

    @BeforeAll
    final void startHost() throws Exception {
        served = start(Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(store)
                .session(SessionOptions.database())
                .callbacks(Callbacks.DEFAULT.session(p -> p.session().with("roles", List.of(EDITOR))))
                .provider(OAuthProvider.oidc("op", "Demo ID", "https://op.example")
                        .clientId("app")
                        .clientSecret("app-secret"))));
    }

    @AfterAll
    final void stopHost() throws Exception {
        if (served != null) served.stop().close();
    }

    @BeforeEach
    final void startAnew() {
        ada = SignedIn.as(stored, store);
        browser = ada.browser(at("/"));
    }

    @Test
    void a_session_that_ended_leaves_nothing_in_a_session_of_the_framework() {
        assertThat(who()).isEqualTo(onlyAda());
        assertThat(account().status()).isEqualTo(200);

        endSession();

        assertThat(who()).isEqualTo(NO_USER);
        assertSentToSignIn();
        assertThat(office().text()).isNotEqualTo(INSIDE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void where_both_know_a_user_that_of_Cardea_is_the_user(boolean first) {
        if (!first) browser.clearCookies();
        signInToFramework(browser);
        signInToCardea();

        assertThat(who()).isEqualTo(onlyAda());
        assertThat(account().text()).isEqualTo(INSIDE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void after_a_session_has_ended_only_the_login_of_the_framework_is_left(boolean first) {
        if (!first) browser.clearCookies();
        signInToFramework(browser);
        signInToCardea();
        who();
        account();

        endSession();

        assertThat(who()).isEqualTo(ONLY_GRACE);
        assertSentToSignIn();
        assertThat(office().text()).isEqualTo(INSIDE);
    }

    @Test
    void a_login_of_the_framework_is_not_a_session_of_Cardea() {
        browser.clearCookies();
        signInToFramework(browser);

        assertThat(who()).isEqualTo(ONLY_GRACE);
        assertSentToSignIn();
        assertThat(browser.open(at("/auth/session")).text()).isEqualTo("null");
        assertThat(office().text()).isEqualTo(INSIDE);
    }

    @Test
    void a_user_of_Cardea_has_no_role_of_the_framework() {
        assertThat(office().text()).isNotEqualTo(INSIDE);
    }

    protected final String at(String path) {
        if (served == null) throw new IllegalStateException("the host has not been started");
        return "http://localhost:" + served.port() + path;
    }

    /** Returns the browser of the test, which has a session of Cardea at its start. */
    protected final Browser browser() {
        return browser;
    }

    protected final String who() {
        return browser.open(at("/who")).text();
    }

    protected final String onlyAda() {
        return stored.id() + " [" + EDITOR + "] Ada";
    }

    /** Deletes the rows of all sessions, as an administrator does. */
    protected final void endSession() {
        store.deleteSessionsByUserId(String.valueOf(stored.id()), "");
    }

    private void signInToCardea() {
        for (var cookie : ada.cookies().split("; ")) browser.setCookie(at("/"), cookie + "; Path=/");
    }

    private Response account() {
        return browser.send(Request.get(at("/account")).header("Accept", PAGE));
    }

    private Page office() {
        return browser.open(at("/office"));
    }

    private void assertSentToSignIn() {
        var answer = account();
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location")).get().asString().contains("/auth/signin?");
    }
}
