package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordSignInTest {
    private static final String ANN = "ann@example.com";

    @Test
    void the_address_is_normalized_and_the_password_is_not() {
        var site = TestSite.standard();
        site.newUser(ANN, PASSWORD);

        assertThat(site.canSignIn(" ANN@Example.com ", PASSWORD)).isTrue();
        assertThat(site.canSignIn(ANN, PASSWORD + " ")).isFalse();
        assertThat(site.canSignIn(ANN, PASSWORD.toUpperCase(Locale.ROOT))).isFalse();
    }

    @Test
    void a_wrong_password_an_unknown_address_and_a_user_without_a_password_get_the_same_answer() {
        var site = TestSite.standard();
        site.newUser(ANN, PASSWORD);
        site.rows.createUser(User.of(Claims.of("email", "bob@example.com")));

        var answers = List.of(
                site.signIn(site.browser(), ANN, OTHER),
                site.signIn(site.browser(), "nobody@example.com", OTHER),
                site.signIn(site.browser(), "bob@example.com", OTHER));

        assertThat(answers)
                .allSatisfy(page -> assertThat(page.trail())
                        .anyMatch(url -> url.startsWith(AUTH + "/signin?error=CredentialsSignin&code=credentials")));
    }

    @Test
    void the_store_is_asked_the_same_whether_the_user_exists_or_not() {
        var probe = ProbedSite.standard();
        var site = probe.site();
        site.newUser(ANN, PASSWORD);
        site.rows.createUser(User.of(Claims.of("email", "bob@example.com")));

        var wrong = probe.calls(() -> site.signIn(site.browser(), ANN, OTHER));

        assertThat(wrong).containsExactly("getUserByEmail", "getRecord");
        assertThat(probe.calls(() -> site.signIn(site.browser(), "nobody@example.com", OTHER)))
                .isEqualTo(wrong);
        assertThat(probe.calls(() -> site.signIn(site.browser(), "bob@example.com", OTHER)))
                .isEqualTo(wrong);
    }

    @Test
    void a_sign_in_takes_at_most_ten_statements() {
        var probe = ProbedSite.standard();
        probe.site().newUser(ANN, PASSWORD);
        var browser = probe.site().browser();

        var calls = probe.calls(() -> probe.site().signIn(browser, ANN, PASSWORD));

        assertThat(probe.site().isSignedIn(browser)).isTrue();
        assertThat(calls).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void another_provider_signs_in_stored_users_only() {
        var unknown = CredentialsProvider.of((entered, request) -> Optional.of(User.of("unknown", "Ada", null)))
                .databaseSessions(true);
        var site = TestSite.with(it -> it.provider(unknown));
        var browser = site.browser();

        site.post(browser, "/callback/credentials", Map.of());

        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(site.log).extracting(AuthException::type).containsExactly(ErrorType.INVALID_CONFIGURATION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u0000", "               ", "null", "undefined"})
    void nothing_is_no_password(String entered) {
        var site = TestSite.standard();
        site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", Instant.now())));

        assertThat(site.canSignIn(ANN, entered)).isFalse();
    }

    @Test
    void a_sign_in_without_a_password_or_with_something_else_than_a_text_is_refused() {
        var site = TestSite.standard();
        site.newUser(ANN, PASSWORD);
        for (var body : List.of(
                "{\"email\":\"" + ANN + "\"}",
                "{\"email\":\"" + ANN + "\",\"password\":null}",
                "{\"email\":\"" + ANN + "\",\"password\":[\"" + PASSWORD + "\"]}",
                "{\"email\":\"" + ANN + "\",\"password\":{\"a\":1}}")) {
            var browser = site.browser();
            var csrf = browser.open(AUTH + "/signin")
                    .document()
                    .selectFirst("input[name=csrfToken]")
                    .val();
            var json = body.replaceFirst("\\{", "{\"csrfToken\":\"" + csrf + "\",");
            browser.send(Request.of("POST", AUTH + "/callback/password")
                    .header("Content-Type", "application/json")
                    .body(json));
            assertThat(site.isSignedIn(browser)).isFalse();
        }
    }

    /** bcrypt reads 72 bytes; what it would cut off has to be there all the same. */
    @Test
    void no_byte_of_a_password_is_cut_off() {
        var site = TestSite.standard();
        var long73 = "x y ".repeat(18) + "z";
        site.newUser(ANN, long73);

        assertThat(site.canSignIn(ANN, long73)).isTrue();
        assertThat(site.canSignIn(ANN, long73.substring(0, 72))).isFalse();
        assertThat(site.canSignIn(ANN, long73.substring(0, 72) + "!")).isFalse();
    }

    @Test
    void an_outdated_hash_is_replaced_by_a_better_one_and_the_password_stays() {
        var site = TestSite.standard();
        var old = "pbkdf2_sha256$1000$c29tZXNhbHQ$" + django();
        store(site, old);

        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(site.hash(ANN)).get().asString().contains("$argon2id$");
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void a_better_hash_never_overwrites_a_password_that_was_set_meanwhile() throws Exception {
        var probe = ProbedSite.standard();
        var site = probe.site();
        store(site, "pbkdf2_sha256$1000$c29tZXNhbHQ$" + django());
        var pause = probe.probe().pauseBefore("replaceRecord");
        var signingIn = site.browser();

        try (var other = new ProbedSite.OtherThread()) {
            var result = other.call(() -> site.signIn(signingIn, ANN, PASSWORD));
            pause.awaitReached();
            replace(site, TestSite.HASHING.hash(OTHER));
            pause.resume();
            result.get();
        }

        assertThat(site.canSignIn(ANN, OTHER)).isTrue();
        assertThat(site.canSignIn(ANN, PASSWORD)).isFalse();
        assertThat(site.isSignedIn(signingIn)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_password_that_was_replaced_while_it_was_verified_opens_no_session(boolean hasUnits) throws Exception {
        var probe = hasUnits ? ProbedSite.standard() : ProbedSite.without(UnitOfWork.class);
        var site = probe.site();
        site.newUser(ANN, PASSWORD);
        var pause = probe.probe().pauseBefore(hasUnits ? "inUnit" : "createSession");
        var signingIn = site.browser();

        try (var other = new ProbedSite.OtherThread()) {
            var result = other.call(() -> site.signIn(signingIn, ANN, PASSWORD));
            pause.awaitReached();
            replace(site, TestSite.HASHING.hash(OTHER));
            pause.resume();
            assertThat(result.get().trail()).anyMatch(url -> url.contains("error=CredentialsSignin"));
        }

        assertThat(site.isSignedIn(signingIn)).isFalse();
        var user = site.user(ANN).orElseThrow();
        // That of the sign-up.
        assertThat(site.rows.listSessionsByUserId(String.valueOf(user.id()))).hasSize(1);
    }

    private static String django() {
        try {
            var spec =
                    new PBEKeySpec(PASSWORD.toCharArray(), "c29tZXNhbHQ".getBytes(StandardCharsets.UTF_8), 1000, 256);
            var key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec);
            return Base64.getEncoder().encodeToString(key.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static void store(TestSite site, String hash) {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", Instant.now())));
        var record = StoredPassword.first(String.valueOf(user.id()), hash, site.clock.instant(), Randomness.secure());
        assertThat(site.rows.createRecord(record)).isTrue();
    }

    private static void replace(TestSite site, String hash) {
        var id = String.valueOf(site.user(ANN).orElseThrow().id());
        ModuleRecord record = site.rows.getRecord(StoredPassword.KIND, id).orElseThrow();
        var data =
                Claims.of("hash", hash).with("changed", "2026-11-02T10:00:00Z").toJson();
        assertThat(site.rows.replaceRecord(record.with(data, null))).isTrue();
    }
}
