package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide of the server names every key that the server reads; those of providers are in their own sections. */
class CompleteGuideTest {
    private static final Pattern EVERY_KEY = Pattern.compile("(?s)Every key there is:\n\n```yaml\n(.*?)\n```");

    @TempDir
    Path directory;

    @Test
    void every_key_that_the_server_reads_is_in_the_guide() throws IOException {
        var guide = Files.readString(root().resolve("docs/server.md"));
        var file = EVERY_KEY.matcher(guide);
        assertThat(file.find()).isTrue();
        var secret = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
        var env = Env.of(Map.of("AUTH_SECRET", secret, "JWT_SECRET", secret));
        var findings = new Findings(directory.resolve("cardea.yml"));
        var source = new Source(directory, findings);
        var table = Document.read(file.group(1), "cardea.yml", env, findings).orElseThrow();

        var settings = new ConfigFile(source, env).read(new Section(source, "", table));
        if (settings != null && settings.store() != null) settings.store().close();

        assertThat(source.absent())
                .filteredOn(key -> !key.startsWith("providers") && !guide.contains("`" + key + "`"))
                .filteredOn(key -> !key.startsWith("cookies.") || key.startsWith("cookies.sessionToken"))
                .isEmpty();
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
