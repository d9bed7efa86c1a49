package dev.cardea.fuzz;

import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The server's configuration file: every mistake is a finding, and none is an exception without a line. */
final class YamlTarget {
    private static final Path FILE = file();

    private YamlTarget() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        Files.write(FILE, data);
        try {
            ConfigFile.read(FILE, Env.none());
        } catch (ConfigException e) {
            Hold.that(!e.lines().isEmpty(), "each error has a line");
        }
    }

    private static Path file() {
        try {
            var file = Files.createTempFile("cardea-fuzz", ".yaml");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
