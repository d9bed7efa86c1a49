package dev.cardea.dev.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.app.App;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** An application packaged by the tools of Spring Boot, with the jar of development mode inside and without it. */
@Tag("process")
class PackagedApplicationTest {
    @TempDir
    private Path folder;

    @Test
    void a_packaged_application_does_not_start_if_it_contains_development_mode() throws Exception {
        var started = start(jar -> true);
        assertThat(started.output)
                .contains("development mode doesn't start in production")
                .contains("exclude cardea-dev");
        assertThat(started.code).isNotZero();
    }

    @Test
    void the_same_application_without_it_starts() throws Exception {
        assertThat(start(jar -> !jar.startsWith("cardea-dev-")).output).contains("Started App");
    }

    private record StartResult(int code, String output) {}

    /** Starts it, and ends it when it has started. */
    private StartResult start(Predicate<String> libraries) throws Exception {
        var log = folder.resolve("output.txt");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        packaged(libraries).toString(),
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--cardea.session.strategy=jwt",
                        "--AUTH_SECRET=5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (process.isAlive() && System.nanoTime() < end) {
                if (Files.readString(log).contains("Started App")) break;
                process.waitFor(100, TimeUnit.MILLISECONDS);
            }
            return new StartResult(process.isAlive() ? 0 : process.exitValue(), Files.readString(log));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Path packaged(Predicate<String> libraries) throws IOException {
        var source = folder.resolve("classes.jar");
        try (var out = new JarOutputStream(Files.newOutputStream(source))) {
            var name = App.class.getName().replace('.', '/') + ".class";
            out.putNextEntry(new JarEntry(name));
            out.write(Files.readAllBytes(Path.of(App.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .getPath())
                    .resolve(name)));
            out.closeEntry();
        }
        var jars = List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).stream()
                .map(File::new)
                .filter(File::isFile)
                .filter(jar -> libraries.test(jar.getName()))
                .toList();
        assertThat(jars).anyMatch(jar -> jar.getName().startsWith("cardea-core"));
        var target = folder.resolve("app.jar");
        var repackager = new Repackager(source.toFile());
        repackager.setMainClass(App.class.getName());
        repackager.repackage(target.toFile(), callback -> {
            for (var jar : jars) callback.library(new Library(jar, LibraryScope.RUNTIME));
        });
        return target;
    }
}
