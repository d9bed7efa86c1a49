package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the page of keys has every key that the server reads; those of providers are in their own sections. */
class CompleteGuideTest {
    @TempDir
    Path directory;

    @Test
    void the_example_has_every_key_that_the_server_reads() throws IOException {
        var secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
        var env = Env.of(Map.of("AUTH_SECRET", secret, "JWT_SECRET", secret, "ENCRYPTION_KEY", secret + secret));
        var findings = new Findings(directory.resolve("cardea.yml"));
        var source = new Source(directory, findings);
        var table = Document.read(everyKey(), "cardea.yml", env, findings).orElseThrow();

        var settings = new ConfigFile(source, env).read(new Section(source, "", table));
        if (settings != null && settings.store() != null) settings.store().close();

        assertThat(source.absent())
                .filteredOn(key -> !key.startsWith("providers"))
                .filteredOn(key -> !key.startsWith("cookies.") || key.startsWith("cookies.sessionToken"))
                .as("comments of the example, because they need files or another strategy")
                .containsExactlyInAnyOrder("outbound", "tls", "jwt.maxAge");
        assertThat(everyKey()).contains("# tls: {", "# outbound: {", "With strategy jwt also maxAge");
    }

    /** The example at the end of the page. */
    static String everyKey() {
        try (var file = CompleteGuideTest.class.getResourceAsStream("every-key.yml")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
