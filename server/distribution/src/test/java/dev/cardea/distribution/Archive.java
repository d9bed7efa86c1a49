package dev.cardea.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Require;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The archives of this build, unpacked. */
final class Archive {
    private Archive() {}

    /** Unpacks {@code .zip} or {@code .tar.gz} into the folder, and returns the one folder that it holds. */
    static Path unpack(String ending, Path folder) throws Exception {
        Files.createDirectories(folder);
        if (ending.equals(".zip")) {
            run(folder, Require.program("unzip").toString(), "-q", file(ending));
        } else {
            run(folder, Require.program("tar").toString(), "-xzf", file(ending));
        }
        try (var files = Files.list(folder)) {
            var all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }

    private static String file(String ending) throws IOException {
        try (var files = Files.list(Path.of("target"))) {
            return files.filter(each -> each.getFileName().toString().startsWith("cardea-server-"))
                    .filter(each -> each.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath()
                    .toString();
        }
    }

    /** Returns what a program prints, both streams; fails where it does not end with 0. */
    static String run(Path directory, String... command) throws Exception {
        var builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        Launcher.clean(builder, directory);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
