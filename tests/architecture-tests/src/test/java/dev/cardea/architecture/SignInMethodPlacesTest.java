package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sign-in method that only declares itself is compiled, to see which decisions ask for it. */
class SignInMethodPlacesTest {
    /** What a file contains that decides by kinds of providers or cookies. */
    private static final Pattern DECIDES = Pattern.compile("Provider\\.Cases|ProviderType|AuthCookie|\\.type\\(\\)");

    /** Databases, frameworks and the command line, which aren't on the class path of this test. */
    private static final Pattern USES_A_LIBRARY =
            Pattern.compile("(?m)^import (?:static )?+(?!java|dev\\.cardea|org\\.jspecify)");

    /** A question about one kind, on which a further kind is silent. */
    private static final Pattern ONE_KIND = Pattern.compile("instanceof (OAuth|Email|Credentials|WebAuthn)Provider\\b"
            + "|(OAuth|Email|Credentials|WebAuthn)Provider\\.class::isInstance|[!=]= ProviderType\\.");

    /** Each is about that kind alone, and right for any other. */
    private static final Map<String, String> REVIEWED = Map.ofEntries(
            Map.entry("AccountsAdvice.java", "the emails that prove an address"),
            Map.entry("AccountsCheck.java", "the emails that prove an address"),
            Map.entry("Brand.java", "addresses, which only OAuth has"),
            Map.entry("BrandKeys.java", "the keys of OAuth, or else those of an email service"),
            Map.entry("CredentialsCheck.java", "settings of credentials"),
            Map.entry("Draft.java", "logouts, in which only OpenID Connect takes part"),
            Map.entry("Hooks.java", "authorize, which only credentials have"),
            Map.entry("HostCheck.java", "redirect proxies, which only OAuth has"),
            Map.entry("OAuthProviderSettings.java", "OpenID Connect or plain OAuth"),
            Map.entry("Pages.java", "the script for passkeys, and addresses of OAuth"),
            Map.entry("PasskeySettingsCheck.java", "settings of passkeys"),
            Map.entry("PasskeySupportCheck.java", "the switch for passkeys"),
            Map.entry("Passkeys.java", "options of passkeys"),
            Map.entry("PasswordSignIn.java", "the provider of passwords"),
            Map.entry("ProviderCheck.java", "settings of OAuth, and how long a link lives"),
            Map.entry("ProviderChecks.java", "addresses and client IDs, which only OAuth has"),
            Map.entry("ProviderLogoutCheck.java", "logouts, in which only OpenID Connect takes part"),
            Map.entry("ProviderNames.java", "the name of a sign-in by email in the user's language"),
            Map.entry("ReauthRoute.java", "the request to ask again, which only OpenID Connect has"),
            Map.entry("RecordedRequest.java", "the link of an email"),
            Map.entry("StyleSheet.java", "the colors of a brand"),
            Map.entry("UserImport.java", "the normal form of addresses"));

    /** The names of the files with errors, when a provider, its type and its cookie are added. */
    private static Set<String> broken;

    @BeforeAll
    static void compileASample(@TempDir Path classes) throws IOException {
        broken = compile(classes);
    }

    @Test
    void a_kind_of_provider_that_a_decision_leaves_out_does_not_compile_and_the_guide_lists_each_place() {
        assertThat(broken).isEqualTo(placesOfTheGuide());
    }

    @Test
    void a_question_about_one_kind_is_in_a_file_that_does_not_compile_or_was_reviewed() {
        var asking = sources()
                .filter(file -> Modules.read(file)
                        .lines()
                        .anyMatch(line -> ONE_KIND.matcher(line).find()))
                .map(file -> file.getFileName().toString())
                .filter(name -> !broken.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(asking).isEqualTo(new TreeSet<>(REVIEWED.keySet()));
    }

    private static Stream<Path> sources() {
        return Modules.ENTRIES.keySet().stream()
                .map(artifact -> Modules.PUBLISHED.get(artifact).resolve("src/main/java"))
                .filter(Files::isDirectory)
                .flatMap(SignInMethodPlacesTest::files);
    }

    private static Stream<Path> files(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Set<String> compile(Path classes) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        try (var files = compiler.getStandardFileManager(found, Locale.ROOT, null)) {
            var units = new ArrayList<JavaFileObject>(sample());
            var changed = units.stream().map(JavaFileObject::getName).toList();
            var others = sources()
                    .filter(file -> !USES_A_LIBRARY.matcher(Modules.read(file)).find())
                    .filter(file -> !file.startsWith(Modules.PUBLISHED.get("cardea-micrometer")))
                    .filter(file -> DECIDES.matcher(Modules.read(file)).find())
                    .filter(file -> changed.stream().noneMatch(name -> file.endsWith(name.substring(1))))
                    .toList();
            files.getJavaFileObjectsFromPaths(others).forEach(units::add);
            var options = List.of(
                    "-proc:none",
                    "-implicit:none",
                    "-XDshould-stop.ifError=FLOW",
                    "-Xmaxerrs",
                    "1000",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path"));
            var task = compiler.getTask(new StringWriter(), files, found, options, null, units);
            assertThat(task.call()).isFalse();
        }
        return found.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                .peek(each -> assertThat(each.getCode())
                        .as(each.toString())
                        .isIn("compiler.err.not.exhaustive", "compiler.err.does.not.override.abstract"))
                .map(each -> Path.of(each.getSource().toUri()).getFileName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<JavaFileObject> sample() {
        return List.of(
                changed(
                        "model/ProviderType.java",
                        "WEBAUTHN(\"webauthn\");",
                        "WEBAUTHN(\"webauthn\"), SAMPLE(\"sample\");"),
                changed(
                        "cookies/AuthCookie.java",
                        "\"logout\", \"__Host-\", 600L);",
                        "\"logout\", \"__Host-\", 600L), SAMPLE(\"sample\", \"sample\", \"__Secure-\", null);"),
                changed(
                        "provider/Provider.java",
                        "WebAuthnProvider {",
                        "WebAuthnProvider, SampleProvider {",
                        "R webAuthn(WebAuthnProvider provider);",
                        "R webAuthn(WebAuthnProvider provider); R sample(SampleProvider provider);"),
                unit("provider/SampleProvider.java", """
                        package dev.cardea.provider;

                        public final class SampleProvider implements Provider {
                            public String id() { return "sample"; }

                            public String name() { return "Sample"; }

                            public dev.cardea.model.ProviderType type() { return dev.cardea.model.ProviderType.SAMPLE; }

                            public <R> R accept(Cases<R> cases) { return cases.sample(this); }
                        }
                        """));
    }

    private static JavaFileObject changed(String file, String... replacements) {
        var text = Modules.read(Modules.PUBLISHED
                .get("cardea-core")
                .resolve("src/main/java/dev/cardea")
                .resolve(file));
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(text).contains(replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        return unit(file, text);
    }

    private static JavaFileObject unit(String file, String text) {
        return new SimpleJavaFileObject(URI.create("string:///dev/cardea/" + file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        };
    }

    /** The files below "Follow the compile errors". */
    private static Set<String> placesOfTheGuide() {
        var guide = Modules.read(Modules.TOP.resolve("CONTRIBUTING.md"));
        var step = guide.substring(guide.indexOf("Follow the compile errors"));
        return Pattern.compile("(\\w+\\.java)")
                .matcher(step.substring(0, step.indexOf("\n5. ")))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
