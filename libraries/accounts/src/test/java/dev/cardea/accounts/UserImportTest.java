package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.token.Randomness;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserImportTest {
    private static final String ANN = "ann@example.com";
    private static final String BOB = "bob@example.com";

    /** Of the password "correct horse", by bcrypt with cost 4. */
    private static final String BCRYPT =
            OpenBSDBCrypt.generate("correct horse".getBytes(StandardCharsets.UTF_8), new byte[16], 4);

    private final TestSite site = TestSite.standard();

    @TempDir
    Path directory;

    private Path file(String... lines) throws IOException {
        return Files.write(directory.resolve("users.ndjson"), List.of(lines));
    }

    private UserImport users() {
        return users(site.rows);
    }

    private UserImport users(Adapter store) {
        return UserImport.of(config(store), store, site.clock, Randomness.secure());
    }

    private static AuthConfig config(Adapter store) {
        return AuthConfig.builder()
                .env(Env.none())
                .url(TestSite.URL)
                .secret(TestSite.SECRET)
                .adapter(store)
                .provider(EmailProvider.of("mail", (request) -> {}))
                .extension(TestSite.accounts())
                .build();
    }

    private static String line(String email, boolean isVerified, String hash) {
        return Claims.of("email", email)
                .with("emailVerified", isVerified)
                .with("passwordHash", hash)
                .toJson();
    }

    @Test
    void a_user_signs_in_with_the_password_of_before_and_then_has_a_hash_of_argon2id() throws IOException {
        var file = file(line(" Ann@Example.com", true, BCRYPT));
        assertThat(users().check(file).created()).isOne();
        assertThat(site.user(ANN)).isEmpty();

        var report = users().run(file);

        assertThat(report.created()).isOne();
        assertThat(report.hashes()).containsExactly(Map.entry("bcrypt", 1L));
        assertThat(site.canSignIn(ANN, "wrong horse")).isFalse();
        assertThat(site.canSignIn(ANN, "correct horse")).isTrue();
        assertThat(site.hash(ANN)).get().asString().contains("$argon2id$");
        assertThat(site.canSignIn(ANN, "correct horse")).isTrue();
    }

    @ParameterizedTest
    @MethodSource("dev.cardea.accounts.ForeignHashesTest#oneOfEach")
    void each_kind_of_hash_can_be_imported(ForeignHashesTest.Foreign foreign) throws IOException {
        users().run(file(line(ANN, true, foreign.hash())));

        assertThat(site.canSignIn(ANN, foreign.password())).isTrue();
        assertThat(site.hash(ANN)).get().asString().contains("$argon2id$");
    }

    @Test
    void a_user_has_the_fields_and_accounts_of_the_line() throws IOException {
        users().run(file("{\"email\":\"ann@example.com\",\"emailVerified\":\"2024-05-01T08:00:00Z\",\"name\":\"Ann\","
                + "\"image\":\"https://img.example/a\",\"createdAt\":\"2024-01-01T00:00:00Z\","
                + "\"fields\":{\"role\":\"editor\",\"visits\":7},"
                + "\"accounts\":[{\"provider\":\"keycloak\",\"providerAccountId\":\"7f3a\"}]}"));

        var ann = site.user(ANN).orElseThrow();
        assertThat(ann.emailVerified()).isEqualTo(Instant.parse("2024-05-01T08:00:00Z"));
        assertThat(ann.name()).isEqualTo("Ann");
        assertThat(ann.claims().value("role")).isEqualTo("editor");
        assertThat(ann.claims().value("visits")).isEqualTo(7L);
        assertThat(site.rows.getUserByAccount("keycloak", "7f3a")).contains(ann);
        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void an_empty_name_is_none_and_an_empty_hash_is_an_error() throws IOException {
        users().run(file("{\"email\":\"ann@example.com\",\"name\":\"\",\"image\":null}"));
        assertThat(site.user(ANN).orElseThrow().name()).isNull();
        assertThat(users().check(file(line(BOB, true, ""))).unreadable()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"!", "!qB7mXc2Vt9LkZp4RnW8sHd3JfYg6TaE5uKo1QxNe"})
    void a_hash_that_django_marks_as_unusable_is_a_user_without_a_password(String unusable) throws IOException {
        var report = users().run(file(line(ANN, true, unusable)));

        assertThat(report.created()).isOne();
        assertThat(report.withoutPassword()).isOne();
        assertThat(report.hashes()).isEmpty();
        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void a_hash_that_only_begins_as_an_unusable_one_is_an_error() throws IOException {
        assertThat(users().check(file(line(ANN, true, "!" + BCRYPT))).unreadable())
                .isOne();
    }

    @Test
    void an_address_that_is_not_verified_gets_no_password() throws IOException {
        var report = users().run(file(line(ANN, false, BCRYPT)));

        assertThat(report.created()).isOne();
        assertThat(report.withoutPassword()).isOne();
        assertThat(site.hash(ANN)).isEmpty();
        assertThat(site.canSignIn(ANN, "correct horse")).isFalse();
    }

    @Test
    void the_first_verification_unlinks_the_accounts_of_an_address_that_was_not_verified() throws IOException {
        users().run(file("{\"email\":\"ann@example.com\",\"emailVerified\":null,"
                + "\"accounts\":[{\"provider\":\"github\",\"providerAccountId\":\"1\",\"type\":\"oauth\"}]}"));
        assertThat(site.rows.getUserByAccount("github", "1")).isPresent();

        var browser = site.browser();
        site.forgot(browser, ANN);
        site.openMail(browser, ANN);

        assertThat(site.user(ANN).orElseThrow().emailVerified()).isNotNull();
        assertThat(site.rows.getUserByAccount("github", "1")).isEmpty();
    }

    @Test
    void a_second_run_changes_nothing() throws IOException {
        var file = file(line(ANN, true, BCRYPT), line(BOB, true, BCRYPT));
        users().run(file);
        site.canSignIn(ANN, "correct horse");
        var before = site.hash(ANN);

        var again = users().run(file);

        assertThat(again.created()).isZero();
        assertThat(again.existing()).isEqualTo(2);
        assertThat(site.hash(ANN)).isEqualTo(before);
    }

    @Test
    void a_user_who_exists_gets_neither_password_nor_account() throws IOException {
        site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        var report = users().run(file(
                "{\"email\":\"ann@example.com\",\"emailVerified\":true,\"name\":\"Eve\",\"passwordHash\":\"" + BCRYPT
                        + "\",\"accounts\":[{\"provider\":\"github\",\"providerAccountId\":\"666\"}]}"));

        assertThat(report.existing()).isOne();
        assertThat(site.hash(ANN)).isEmpty();
        assertThat(site.user(ANN).orElseThrow().name()).isNull();
        assertThat(site.rows.getUserByAccount("github", "666")).isEmpty();
    }

    @Test
    void the_owner_of_an_account_exists_whatever_the_address_is_now() throws IOException {
        var bob = site.rows.createUser(User.of(null, "Bob", BOB));
        site.rows.linkAccount(Account.of("github", "1", ProviderType.OAUTH).with("userId", bob.id()));
        var report = users().run(file("{\"email\":\"ann@example.com\",\"emailVerified\":true,\"accounts\":"
                + "[{\"provider\":\"github\",\"providerAccountId\":\"1\"}]}"));

        assertThat(report.existing()).isOne();
        assertThat(site.user(ANN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"email\":\"b@example.com\",\"passwordHash\":\"{noop}SECRET\"} | can't read",
                "{\"email\":\"b@example.com\",\"password\":\"SECRET\"} | unknown field password",
                "{\"email\":\"b@example.com\",\"$2b$SECRET\":\"\"} | unknown field",
                "{\"email\":\"b@example.com\",\"name\":7} | wrong name",
                "{\"email\":\"b@example.com\",\"name\":\"a\\u0000SECRET\"} | control character in name",
                "{\"email\":\"b@example.com\",\"emailVerified\":\"SECRET\"} | wrong emailVerified",
                "{\"email\":\"b@example.com\",\"emailVerified\":1} | wrong emailVerified",
                "{\"email\":\"b@example.com\",\"createdAt\":\"yesterday\"} | wrong createdAt",
                "{\"email\":\"b@example.com\",\"emailVerified\":\"2099-01-01T00:00:00Z\"} | in the future",
                "{\"email\":\"b@example.com\",\"fields\":[]} | fields that aren't",
                "{\"email\":\"b@example.com\",\"fields\":{\"id\":\"SECRET\"}} | can't be used id",
                "{\"email\":\"b@example.com\",\"fields\":{\"a\":{}}} | isn't text",
                "{\"email\":\"b@example.com\",\"accounts\":{}} | aren't a list",
                "{\"email\":\"b@example.com\",\"accounts\":[{\"provider\":\"x\"}]} | without provider",
                "{\"email\":\"b@example.com\",\"accounts\":[{\"provider\":\"x\",\"providerAccountId\":\"1\",\"access_token\":\"SECRET\"}]} | unknown field access_token",
                "{\"email\":\"b@example.com\",\"accounts\":[{\"provider\":\"x\",\"providerAccountId\":\"1\",\"type\":\"email\"}]} | another type",
                "{\"email\":\"SECRET\"} | isn't an email address",
                "{\"name\":\"SECRET\"} | has no email",
                "[\"SECRET\"] | isn't a JSON object",
                "{\"email\":\"b@example.com\" SECRET | isn't a JSON object",
                "{\"email\":\"ANN@example.com\"} | email of line 1",
                "{\"email\":\"c@example.com\",\"accounts\":[{\"provider\":\"x\",\"providerAccountId\":\"1\"},{\"provider\":\"x\",\"providerAccountId\":\"1\"}]} | account of line 3"
            })
    void a_line_that_is_wrong_stops_the_import_before_anything_is_written(String wrong, String reason)
            throws IOException {
        var file = file(line(ANN, true, BCRYPT), "", wrong);
        assertThatThrownBy(() -> users().run(file))
                .isInstanceOf(UserImportException.class)
                .hasMessageContaining("line 3")
                .hasMessageContaining(reason)
                .message()
                .doesNotContain("SECRET", "b@example.com");
        assertThat(site.user(ANN)).isEmpty();
        assertThat(users().check(file).unreadable()).isOne();

        var skipped = users().skipUnreadable().run(file);
        assertThat(skipped.created()).isOne();
        assertThat(skipped.unreadable()).isOne();
        assertThat(skipped.problems().get(0).line()).isEqualTo(3);
        assertThat(site.user(ANN)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {1_048_577, 5_000_000})
    void a_line_that_is_too_long_is_never_in_memory_and_the_next_one_is_read(int length) throws IOException {
        var file = file("x".repeat(length), line(ANN, true, BCRYPT));

        var report = users().skipUnreadable().run(file);

        assertThat(report.problems()).extracting(Object::toString).containsExactly("line 1: is longer than 1 MiB");
        assertThat(report.created()).isOne();
    }

    @Test
    void bytes_that_are_not_utf8_are_named_by_their_line() throws IOException {
        var file = directory.resolve("latin.ndjson");
        Files.write(
                file,
                "\n{\"email\":\"b@example.com\",\"name\":\"J\u00f6rg\"}\r\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(users().check(file).problems()).extracting(Object::toString).containsExactly("line 2: isn't UTF-8");
    }

    @Test
    void a_byte_order_mark_and_windows_line_ends_do_no_harm() throws IOException {
        var file = directory.resolve("windows.ndjson");
        Files.writeString(file, "\uFEFF" + line(ANN, true, BCRYPT) + "\r\n\r\n" + line(BOB, true, BCRYPT));

        assertThat(users().run(file).created()).isEqualTo(2);
    }

    @Test
    void only_the_first_100_problems_are_kept_and_all_are_counted() throws IOException {
        var report = users().check(file(Stream.generate(() -> "?").limit(150).toArray(String[]::new)));

        assertThat(report.unreadable()).isEqualTo(150);
        assertThat(report.problems()).hasSize(100);
    }

    @Test
    void hashes_are_rejected_where_users_have_no_passwords() throws IOException {
        var config = AuthConfig.builder()
                .env(Env.none())
                .url(TestSite.URL)
                .secret(TestSite.SECRET)
                .adapter(site.rows)
                .build();
        assertThat(UserImport.of(config, site.rows)
                        .check(file(line(ANN, true, BCRYPT)))
                        .problems())
                .extracting(ImportReport.Problem::reason)
                .containsExactly("has a passwordHash, but this site has no password accounts");
    }

    @Test
    void nothing_of_a_hash_is_printed() throws IOException {
        var report = users().run(file(line(ANN, true, BCRYPT), line(BOB, false, BCRYPT)));
        assertThat(report.toString()).doesNotContain(BCRYPT, "$2b$", ANN);
        var user = new ImportFormat(it -> it, TestSite.HASHING, true, true)
                .read(line(ANN, true, BCRYPT), site.clock.instant());
        assertThat(user.toString()).doesNotContain("$2b$", ANN);
    }

    static Collection<Integer> calls() {
        return Stream.iterate(1, it -> it + 1).limit(9).collect(Collectors.toList());
    }

    /** Each write is followed by the end of the process once. */
    @ParameterizedTest
    @MethodSource("calls")
    void without_units_a_second_run_completes_a_user_whom_the_first_left_halfway(int calls) throws IOException {
        var file = file("{\"email\":\"ann@example.com\",\"emailVerified\":true,\"passwordHash\":\"" + BCRYPT
                + "\",\"accounts\":[{\"provider\":\"github\",\"providerAccountId\":\"1\"}]}");
        try {
            users(withoutUnits(calls)).run(file);
        } catch (IllegalStateException killed) {
            assertThat(killed).hasMessage("killed");
        }
        site.clock.advance(Duration.ofMinutes(1));

        users(withoutUnits(Integer.MAX_VALUE)).run(file);

        assertThat(site.hash(ANN)).isPresent();
        assertThat(site.rows.getUserByAccount("github", "1")).isPresent();
        assertThat(users(withoutUnits(Integer.MAX_VALUE)).run(file).existing()).isOne();
    }

    @Test
    void without_units_a_user_who_signed_up_after_the_first_run_ended_gets_nothing() throws IOException {
        var file = file(line(ANN, true, BCRYPT));
        assertThatThrownBy(() -> users(withoutUnits(3)).run(file)).hasMessage("killed");
        assertThat(site.user(ANN)).isEmpty();
        site.clock.advance(Duration.ofMinutes(1));
        site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));

        assertThat(users(withoutUnits(Integer.MAX_VALUE)).run(file).existing()).isOne();
        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void without_units_a_day_later_nothing_is_completed() throws IOException {
        var file = file(line(ANN, true, BCRYPT));
        assertThatThrownBy(() -> users(withoutUnits(4)).run(file)).hasMessage("killed");
        assertThat(site.user(ANN)).isPresent();
        site.clock.advance(Duration.ofDays(1));

        assertThat(users(withoutUnits(Integer.MAX_VALUE)).run(file).existing()).isOne();
        assertThat(site.hash(ANN)).isEmpty();
    }

    /** A store without units of work, whose process ends after so many calls. */
    private Adapter withoutUnits(int calls) {
        var left = new AtomicInteger(calls);
        return (Adapter) Proxy.newProxyInstance(
                UserImportTest.class.getClassLoader(),
                new Class<?>[] {
                    UserAdapter.class,
                    ModuleRecords.class,
                    SessionAdapter.class,
                    SessionIndex.class,
                    AccountIndex.class,
                    VerificationTokenAdapter.class
                },
                (proxy, method, arguments) -> {
                    assertThat(method.getDeclaringClass()).isNotEqualTo(UnitOfWork.class);
                    if (!method.getDeclaringClass().equals(Object.class) && left.getAndDecrement() == 0) {
                        throw new IllegalStateException("killed");
                    }
                    try {
                        return method.invoke(site.rows, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
