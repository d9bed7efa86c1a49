package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of docs/configuration.md have a row for every setting of the library, and no other. */
class ConfigurationGuideTest {
    private static final Pattern TABLE = Pattern.compile("(?m)^\\| setting \\|.*(\\n\\|.*)+");

    /** The first cell: one setting or several, each in back quotes. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+`) \\|");

    private static final Pattern SETTING = Pattern.compile("`((?:danger\\(\\)\\.)?\\w+)[^`]*`");

    private static final Set<String> NO_SETTINGS =
            Set.of("build", "danger", "withEnvDefaults", "providers", "replaceProviders");

    @Test
    void the_tables_of_settings_are_complete() throws IOException {
        var settings = names(AuthConfig.Builder.class, name -> name);
        settings.removeAll(NO_SETTINGS);
        settings.addAll(names(AuthConfig.Builder.Danger.class, name -> "danger()." + name));
        assertThat(documented()).isEqualTo(settings);
    }

    private static Set<String> names(Class<?> type, Function<String, String> named) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .map(named)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> documented() throws IOException {
        var text = Files.readString(root().resolve("docs/configuration.md"));
        return TABLE.matcher(text)
                .results()
                .flatMap(table -> ROW.matcher(table.group()).results())
                .flatMap(row -> SETTING.matcher(row.group(1)).results())
                .map(setting -> setting.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Path root() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("CHANGELOG.md"))) folder = folder.getParent();
        return folder;
    }
}
