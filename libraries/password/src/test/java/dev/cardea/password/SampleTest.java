package dev.cardea.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import org.junit.jupiter.api.Test;

/** Signs in with passwords over the whole stack. */
class SampleTest {
    private static final String OLD = "{bcrypt}$2a$06$eaFZ6tXpYXvKwYd2ow7bzuERUuxZPTMULJAZFLA7kPI0nWNGLqySS";

    private final People people = new People().with("ada", OLD);
    private final Browser browser = Browser.of(Sample.site(
            people,
            AuthConfig.builder()
                    .env(Env.none())
                    .environment(Environment.TEST)
                    .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")));

    @Test
    void the_right_password_signs_in_and_replaces_the_old_hash() {
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

    private Page signIn(String name, String password) {
        return browser.open("http://localhost/auth/signin")
                .form("Sign in with Credentials")
                .fill("username", name)
                .fill("password", password)
                .submit();
    }
}
