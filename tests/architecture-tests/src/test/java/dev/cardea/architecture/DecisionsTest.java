package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The architecture page names the tests of each class that decides who is signed in, and they exist. */
class DecisionsTest {
    private static final Pattern ROW =
            Pattern.compile("^\\| `(\\w+)` \\| ((?:`\\w+Test`(?:, )?)+) \\|$", Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    /** New classes of the flow that decide belong here, too. */
    private static final Set<String> DECISIONS = Set.of(
            "Registrar",
            "RegistrationAttempt",
            "RegistrationRows",
            "FirstVerification",
            "LinkRule",
            "SignInFlow",
            "SignOutFlow",
            "LinkedAccounts",
            "Csrf",
            "Redirects",
            "TokenSessions",
            "UnrecordedTokens",
            "RevocableTokens",
            "Adoption",
            "DatabaseSessions",
            "OAuthMethod",
            "EmailMethod",
            "ShortCodes",
            "CredentialsMethod",
            "WebAuthnMethod",
            "CodeExchange",
            "IdTokens",
            "RemoteKeys",
            "Discovery",
            "ConfigCheck");

    @Test
    void each_class_that_decides_has_its_tests_on_the_architecture_page() {
        assertThat(table().keySet()).containsExactlyInAnyOrderElementsOf(DECISIONS);
    }

    @Test
    void the_classes_and_tests_that_the_page_names_exist() throws IOException {
        Set<String> main = sources("src/main/java");
        Set<String> tests = sources("src/test/java");
        table().forEach((type, named) -> {
            assertThat(main).contains(type);
            assertThat(tests).as(type).containsAll(named);
        });
    }

    private static Map<String, Set<String>> table() {
        Map<String, Set<String>> table = new TreeMap<>();
        var rows = ROW.matcher(Modules.read(Modules.TOP.resolve("docs/architecture.md")));
        while (rows.find()) {
            Set<String> tests = NAME.matcher(rows.group(2))
                    .results()
                    .map(match -> match.group(1))
                    .collect(Collectors.toSet());
            table.put(rows.group(1), tests);
        }
        return table;
    }

    /** The simple names of the sources in such a folder of the modules with tests of core. */
    private static Set<String> sources(String folder) throws IOException {
        Set<String> names = new java.util.TreeSet<>();
        for (String module : new String[] {"libraries/core", "tests/core-tests", "libraries/webauthn"}) {
            Path root = Modules.TOP.resolve(module).resolve(folder);
            if (!Files.isDirectory(root)) continue;
            try (Stream<Path> files = Files.walk(root)) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .forEach(name -> names.add(name.replace(".java", "")));
            }
        }
        return names;
    }
}
