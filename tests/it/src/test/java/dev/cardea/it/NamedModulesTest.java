package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that is a named module, compiled and run against the jars on the module path. */
class NamedModulesTest {
    /** What the application requires, and the libraries below it. */
    private static final Set<String> MODULES = Set.of(
            "dev.cardea",
            "dev.cardea.tokenreader",
            "dev.cardea.providers",
            "com.nimbusds.jose.jwt",
            "gg.jte.runtime",
            "org.jspecify");

    private static final String DESCRIPTOR = "module app { requires dev.cardea.providers; exports app; }";

    private static final String SITE = """
            package app;

            import dev.cardea.Auth;
            import dev.cardea.AuthConfig;
            import dev.cardea.http.Request;
            import dev.cardea.providers.GitHub;

            public class Site {
                public static String signInPage() {
                    var config = AuthConfig.builder()
                            .secret("a secret of more than 32 characters")
                            .provider(GitHub.provider().clientId("id").clientSecret("secret"));
                    return Auth.of(config).handle(Request.get("http://localhost:3000/auth/signin")).text();
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void an_application_that_is_a_named_module_signs_in() throws Exception {
        assertThat(compile(SITE)).isEmpty();

        var finder = ModuleFinder.of(Stream.concat(Stream.of(folder.resolve("classes")), modulePath().stream())
                .toArray(Path[]::new));
        var boot = ModuleLayer.boot();
        // Modules of the JDK that the tests' own process did not load, such as jdk.crypto.ec from Java 22 on.
        var resolved = boot.configuration().resolve(finder, ModuleFinder.ofSystem(), Set.of("app"));
        var layer = boot.defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader());
        var site = layer.findLoader("app").loadClass("app.Site");

        assertThat(site.getModule().getName()).isEqualTo("app");
        assertThat((String) site.getMethod("signInPage").invoke(null)).contains("Sign in with GitHub");
    }

    @Test
    void an_application_that_is_a_named_module_cannot_import_an_internal_package() throws IOException {
        assertThat(compile(
                        SITE.replace("dev.cardea.Auth;", "dev.cardea.Auth; import dev.cardea.internal.flow.LinkRule;")))
                .contains("package dev.cardea.internal.flow is not visible");
    }

    /** Returns what the compiler reports; empty if it succeeds. */
    private String compile(String site) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources/app"));
        Path descriptor = Files.writeString(sources.resolveSibling("module-info.java"), DESCRIPTOR);
        Path source = Files.writeString(sources.resolve("Site.java"), site);
        String path = modulePath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        var report = new StringWriter();
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        new PrintWriter(report),
                        new PrintWriter(report),
                        "--release=17",
                        "--module-path=" + path,
                        "-d",
                        folder.resolve("classes").toString(),
                        descriptor.toString(),
                        source.toString());
        return code == 0 ? "" : report.toString();
    }

    private static Set<Path> modulePath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .filter(entry -> !entry.endsWith("test-classes"))
                .filter(NamedModulesTest::isNeeded)
                .collect(Collectors.toSet());
    }

    private static boolean isNeeded(Path entry) {
        try {
            return ModuleFinder.of(entry).findAll().stream()
                    .anyMatch(module -> MODULES.contains(module.descriptor().name()));
        } catch (FindException withoutName) {
            return false;
        }
    }
}
