package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jars together: what none of them can see alone. */
class JarsTest {
    @Test
    void no_package_is_in_two_jars() throws IOException {
        Map<String, Set<Path>> homes = new HashMap<>();
        for (Path entry : classPath()) {
            for (String name : packages(entry))
                homes.computeIfAbsent(name, it -> new TreeSet<>()).add(entry);
        }
        assertThat(homes).containsKey("dev.cardea.testing");
        assertThat(homes.values()).allSatisfy(jars -> assertThat(jars).hasSize(1));
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    private static Set<String> packages(Path entry) throws IOException {
        if (Files.isDirectory(entry)) return packagesUnder(entry);
        try (var jar = FileSystems.newFileSystem(entry)) {
            return packagesUnder(jar.getPath("/"));
        }
    }

    private static Set<String> packagesUnder(Path root) throws IOException {
        Path cardea = root.resolve("dev/cardea");
        if (!Files.isDirectory(cardea)) return Set.of();
        try (var files = Files.walk(cardea)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> root.relativize(file.getParent()).toString().replace(File.separatorChar, '.'))
                    .map(name -> name.replace('/', '.'))
                    .collect(Collectors.toSet());
        }
    }
}
