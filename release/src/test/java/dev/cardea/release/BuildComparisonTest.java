package dev.cardea.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildComparisonTest {
    @TempDir
    Path one;

    @TempDir
    Path other;

    @Test
    void equal_folders_have_no_differences() throws IOException {
        for (var folder : new Path[] {one, other}) {
            jar(folder, "core.jar", 0, "A.class", "a", "B.class", "b");
            Files.writeString(folder.resolve("core.pom"), "<project/>");
        }
        assertThat(BuildComparison.compare(one, other)).isEmpty();
    }

    @Test
    void signatures_and_the_index_of_the_repository_are_left_out() throws IOException {
        for (var name : new String[] {"a.jar.asc", "a.jar.asc.md5", "maven-metadata-check.xml", "a.buildinfo"}) {
            Files.writeString(one.resolve(name), "one");
            Files.writeString(other.resolve(name), "other");
        }
        assertThat(BuildComparison.compare(one, other)).isEmpty();
    }

    @Test
    void a_file_in_one_folder_only_is_named() throws IOException {
        Files.writeString(one.resolve("core.pom"), "<project/>");
        assertThat(BuildComparison.compare(one, other)).containsExactly("core.pom: only in " + one);
    }

    @Test
    void differing_entries_are_named_with_what_differs() throws IOException {
        jar(one, "content.jar", 0, "A.class", "a", "B.class", "b");
        jar(other, "content.jar", 0, "A.class", "a", "B.class", "c");
        jar(one, "entry.jar", 0, "A.class", "a");
        jar(other, "entry.jar", 0, "A.class", "a", "B.class", "b");
        jar(one, "order.jar", 0, "A.class", "a", "B.class", "b");
        jar(other, "order.jar", 0, "B.class", "b", "A.class", "a");
        jar(one, "time.jar", 0, "A.class", "a");
        jar(other, "time.jar", 86_400_000, "A.class", "a");
        assertThat(BuildComparison.compare(one, other))
                .containsExactly(
                        "content.jar!B.class: content",
                        "entry.jar!B.class: only in one of the two",
                        "order.jar!A.class: place in the archive",
                        "order.jar!B.class: place in the archive",
                        "time.jar!A.class: time");
    }

    private static void jar(Path folder, String name, long later, String... entries) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            for (int i = 0; i < entries.length; i += 2) {
                var entry = new ZipEntry(entries[i]);
                entry.setTime(1_800_000_000_000L + later);
                zip.putNextEntry(entry);
                zip.write(entries[i + 1].getBytes(java.nio.charset.StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }
}
