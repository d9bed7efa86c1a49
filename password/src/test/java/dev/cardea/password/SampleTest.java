package dev.cardea.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.Env;
import dev.cardea.Environment;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Signs in with passwords, through everything. */
class SampleTest {
    private static final String OLD = "{bcrypt}$2a$06$eaFZ6tXpYXvKwYd2ow7bzuERUuxZPTMULJAZFLA7kPI0nWNGLqySS";

    private final People people = new People().with("ada", OLD);
    private final Browser browser = Browser.of(Sample.site(
            people,
            AuthConfig.builder()
                    .env(Env.none())
                    .environment(Environment.TEST)
                    .secret("0123456789abcdef0123456789abcdef")));

    @Test
    void the_right_password_signs_in_and_the_old_hash_becomes_a_new_one() {
        signIn("ada", "correct horse battery staple");

        assertThat(browser.open("http://localhost/auth/session").text()).contains("ada@example.com");
        assertThat(people.hashOf("ada")).startsWith("$argon2id$");
        browser.clearCookies();
        signIn("ada", "correct horse battery staple");
        assertThat(browser.open("http://localhost/auth/session").text()).contains("ada@example.com");
    }

    @Test
    void a_wrong_password_and_a_wrong_name_look_the_same() {
        var wrongPassword = signIn("ada", "wrong");
        var wrongName = signIn("eve", "wrong");

        assertThat(wrongPassword.url()).contains("error=CredentialsSignin&code=credentials");
        assertThat(wrongName.url()).isEqualTo(wrongPassword.url());
        assertThat(browser.open("http://localhost/auth/session").text()).isEqualTo("null");
        assertThat(people.hashOf("ada")).isEqualTo(OLD);
    }

    @Test
    void the_sample_of_the_guide_is_the_one_that_is_compiled() throws IOException {
        var root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("CHANGELOG.md"))) root = root.getParent();
        var source = Files.readString(root.resolve("password/src/test/java/dev/cardea/password/Sample.java"));
        var sample = source.substring(source.indexOf("// sample\n") + 10, source.indexOf("        // end"))
                .stripTrailing()
                .stripIndent()
                .strip();
        assertThat(Files.readString(root.resolve("docs/passwords.md"))).contains("```java\n" + sample + "\n```");
    }

    private Page signIn(String name, String password) {
        return browser.open("http://localhost/auth/signin")
                .form("Sign in with Credentials")
                .fill("username", name)
                .fill("password", password)
                .submit();
    }
}
