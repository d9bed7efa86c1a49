package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code cardea doctor} says about accounts that work. */
class AccountsAdviceTest {
    private static final String SITE = """
            secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
            url: https://app.example
            store: memory
            """;

    private static final String SMTP = "server: 'smtp://a.example', from: a@b.example";

    @TempDir
    private Path folder;

    private List<String> advice(String provider, String lines) throws Exception {
        var file = folder.resolve("c.yml");
        Files.writeString(file, SITE + "providers: [{ id: nodemailer, " + provider + " }]\n" + lines);
        return ConfigFile.read(file, Env.of(Map.of())).advice().stream()
                .filter(line -> line.startsWith("accounts"))
                .toList();
    }

    @Test
    void accounts_by_default_need_no_advice() throws Exception {
        assertThat(advice(SMTP, "accounts: true\n")).isEmpty();
        assertThat(advice(SMTP, "accounts: { minimumLength: 15 }\n")).isEmpty();
    }

    @Test
    void passwords_of_fewer_than_15_characters_lead_to_advice() throws Exception {
        assertThat(advice(SMTP, "accounts: { minimumLength: 14 }\n"))
                .singleElement()
                .asString()
                .startsWith("accounts.minimumLength is 14, but");
    }

    @Test
    void guesses_that_nothing_limits_lead_to_advice() throws Exception {
        for (var off : List.of("rateLimits: false\n", "rateLimits: { credentialsForAccount: false }\n")) {
            assertThat(advice(SMTP, "accounts: true\n" + off))
                    .as(off)
                    .singleElement()
                    .asString()
                    .contains("nothing limits how often a password is guessed");
            assertThat(advice(SMTP, off)).as("without accounts").isEmpty();
        }
    }

    @Test
    void sign_ups_by_links_lead_to_advice() throws Exception {
        assertThat(advice(SMTP + ", maxAge: 86400", "accounts: true\n"))
                .singleElement()
                .asString()
                .contains("the emails of the provider nodemailer have links and no codes");
        assertThat(advice(SMTP + ", maxAge: 86400", "")).as("without accounts").isEmpty();
    }

    @Test
    void notices_that_no_one_sends_lead_to_advice() throws Exception {
        var hooks = "hooks: { url: 'https://app.example/hooks', callbacks: [sendVerificationRequest] }\n";
        assertThat(advice("codes: true", "accounts: true\n" + hooks))
                .singleElement()
                .asString()
                .contains("users get no email about a changed password");
        var both = hooks.replace("Request]", "Request, sendMail]");
        assertThat(advice("codes: true", "accounts: true\n" + both)).isEmpty();
        assertThat(advice(SMTP + ", codes: true", "accounts: true\n" + hooks))
                .as("own server")
                .isEmpty();
        assertThat(advice("codes: true", hooks)).as("without accounts").isEmpty();
    }
}
