package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorAttackTest {
    private static final String STRONG = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String WEAK = "changemechangemechangemechangeme";

    private final StringWriter said = new StringWriter();
    private final StringWriter complained = new StringWriter();

    @TempDir
    Path folder;

    @Test
    void a_site_with_its_defences_on_is_0_and_what_could_not_run_is_named() throws Exception {
        assertThat(attack(STRONG)).as(said.toString()).isZero();
        assertThat(said.toString())
                .contains("A01 ok        a post without a CSRF token")
                .contains("A15 not run   other spellings of a protected path; no protected page was named")
                .containsPattern(
                        "\\d+ attacks on http://127.0.0.1:\\d+: \\d+ rejected, 0 succeeded, \\d+ without a target,"
                                + " \\d+ not run; \\d+ requests\n");
    }

    @Test
    void a_defence_that_is_off_is_1_with_request_seen_and_remedy() throws Exception {
        assertThat(attack(WEAK, "--only", "A24")).isEqualTo(1);
        assertThat(said.toString())
                .contains("A24 broken    session tokens made with 1,000 published or weak secrets")
                .contains("    request   GET /auth/session; Cookie: authjs.session-token=")
                .contains("    expected  no session")
                .contains("    seen      a session for a token that was made with a secret anyone can guess")
                .contains("    remedy    Replace the secret with 32 random bytes (cardea secret)");
    }

    @Test
    void with_require_all_an_attack_that_could_not_run_is_1() throws Exception {
        assertThat(attack(STRONG, "--only", "A15", "--require-all")).isEqualTo(1);
        assertThat(attack(STRONG, "--only", "A15")).isZero();
    }

    @Test
    void reports_are_written_as_json_sarif_and_junit() throws Exception {
        var sarif = folder.resolve("report.sarif");
        var junit = folder.resolve("report.xml");
        int code =
                attack(WEAK, "--only", "A15,A24", "--json", "--sarif", sarif.toString(), "--junit", junit.toString());
        assertThat(code).isEqualTo(1);
        assertThat(Json.parseObject(said.toString(), 32).has("attacks")).isTrue();
        assertThat(Files.readString(sarif)).contains("\"ruleId\":\"A24\"", "\"version\":\"2.1.0\"");
        assertThat(Files.readString(junit)).contains("<failure", "<skipped");
    }

    @Test
    void a_test_user_signs_in_for_the_account_group() throws Exception {
        var password = Files.writeString(folder.resolve("password"), "correct horse\n");
        assertThat(attack(
                        STRONG,
                        "--only",
                        "A20",
                        "--require-all",
                        "--user",
                        "ada",
                        "--password-file",
                        password.toString()))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).contains("A20 ok        a session cookie that the browser had before the sign-in");
        assertThat(attack(STRONG, "--only", "A20", "--require-all")).isEqualTo(1);
        assertThat(said.toString()).contains("A20 not run", "no test user was given");
        assertThat(attack(STRONG, "--user", "ada")).isEqualTo(2);
        assertThat(complained.toString()).contains("a test user needs both --user NAME and --password-file FILE");
    }

    @Test
    void a_site_elsewhere_without_its_secret_is_2() {
        // Reserved for documentation (RFC 5737): a request would have no answer.
        assertThat(run("doctor", "--attack", "http://192.0.2.1")).isEqualTo(2);
        assertThat(complained.toString()).contains("only your own site may be attacked");
    }

    @Test
    void mistakes_are_2_and_a_site_that_does_not_answer_is_3() throws Exception {
        assertThat(run("doctor", "--attack", "localhost:3000")).isEqualTo(2);
        assertThat(run("doctor", "--attack", "http://127.0.0.1:1", "--only", "A99"))
                .isEqualTo(2);
        assertThat(run("doctor", "--attack", "http://127.0.0.1:1", "--groups", "all"))
                .isEqualTo(2);
        assertThat(run("doctor", "--require-all")).isEqualTo(2);
        var empty = Files.writeString(folder.resolve("secret"), "\n");
        assertThat(run("doctor", "--attack", "http://127.0.0.1:1", "--secret-file", empty.toString()))
                .isEqualTo(2);
        assertThat(run("doctor", "--attack", "http://127.0.0.1:1")).isEqualTo(3);
        assertThat(complained.toString())
                .contains("http or https URL", "there is no attack A99", "there is no group all")
                .contains("needs --attack ADDRESS", "is empty", "isn't responding");
    }

    private int attack(String secret, String... options) throws Exception {
        var site = new PublicEndpoints(auth(secret), "/auth");
        try (var server = HttpServer.start("127.0.0.1", 0, site, null)) {
            var all = new String[options.length + 3];
            all[0] = "doctor";
            all[1] = "--attack";
            all[2] = "http://127.0.0.1:" + server.port();
            System.arraycopy(options, 0, all, 3, options.length);
            return run(all);
        }
    }

    private int run(String... args) {
        return CardeaCommand.run(new PrintWriter(said, true), new PrintWriter(complained, true), Env.none(), args);
    }

    private static Auth auth(String secret) {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.DEVELOPMENT)
                .secret(secret)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}

                    @Override
                    public void warn(String code) {}
                })
                .provider(CredentialsProvider.of(
                                (credentials, request) -> "correct horse".equals(credentials.text("password"))
                                        ? Optional.of(User.of("42", "Ada", null))
                                        : Optional.empty())
                        .id("login")
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password")))
                .build());
    }
}
