package dev.cardea.release;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Compares what two builds of one commit published, byte for byte. Of an archive that differs, it names the entries.
 * Left out is what differs by nature: signatures, the repository's own index with its times, and the record of the
 * environment. Checksums are left out because they follow their files.
 */
final class BuildComparison {
    private static final Pattern LEFT_OUT =
            Pattern.compile(".*\\.(asc|md5|sha1)|maven-metadata.*|.*\\.buildinfo|resolver-status\\.properties");
    private static final Pattern ZIP = Pattern.compile(".*\\.(jar|zip)");

    private BuildComparison() {}

    /**
     * Prints what differs. Exits with 0 if nothing does, 1 if something does, 2 if the arguments are invalid.
     *
     * @param arguments two folders
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2
                || !Files.isDirectory(Path.of(arguments[0]))
                || !Files.isDirectory(Path.of(arguments[1]))) {
            System.err.println("usage: release/compare-builds FOLDER FOLDER");
            System.exit(2);
        }
        var one = Path.of(arguments[0]);
        var differences = compare(one, Path.of(arguments[1]));
        differences.forEach(System.out::println);
        System.out.println(files(one).size() + " files compared, " + differences.size() + " differences");
        System.exit(differences.isEmpty() ? 0 : 1);
    }

    /** Returns a line for each difference between the two folders. */
    static List<String> compare(Path one, Path other) throws IOException {
        var left = files(one);
        var right = files(other);
        var names = new TreeSet<>(left.keySet());
        names.addAll(right.keySet());
        List<String> differences = new ArrayList<>();
        for (var name : names) {
            var mine = left.get(name);
            var its = right.get(name);
            if (mine == null || its == null) differences.add(name + ": only in " + (mine == null ? other : one));
            else if (Files.mismatch(mine, its) >= 0) differences.addAll(describe(name, mine, its));
        }
        return differences;
    }

    private static Map<String, Path> files(Path folder) throws IOException {
        Map<String, Path> found = new TreeMap<>();
        try (var all = Files.walk(folder)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                if (!LEFT_OUT.matcher(file.getFileName().toString()).matches())
                    found.put(folder.relativize(file).toString(), file);
            }
        }
        return found;
    }

    private static List<String> describe(String name, Path one, Path other) throws IOException {
        if (!ZIP.matcher(name).matches()) return List.of(name + ": differs from byte " + Files.mismatch(one, other));
        var left = entries(one);
        var right = entries(other);
        List<String> differences = new ArrayList<>();
        var entries = new TreeSet<>(left.keySet());
        entries.addAll(right.keySet());
        for (var entry : entries) {
            var mine = left.get(entry);
            var its = right.get(entry);
            if (mine == null || its == null) differences.add(name + "!" + entry + ": only in one of the two");
            else if (!Arrays.equals(mine.content, its.content)) differences.add(name + "!" + entry + ": content");
            else if (mine.time != its.time) differences.add(name + "!" + entry + ": time");
            else if (mine.place != its.place) differences.add(name + "!" + entry + ": place in the archive");
        }
        return differences.isEmpty() ? List.of(name + ": attributes of entries") : differences;
    }

    private static Map<String, Entry> entries(Path archive) throws IOException {
        Map<String, Entry> found = new TreeMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(archive));
                var zip = new ZipInputStream(in)) {
            int place = 0;
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry())
                found.put(each.getName(), new Entry(place++, each.getTime(), zip.readAllBytes()));
        }
        return found;
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by Arrays.equals above
    private record Entry(int place, long time, byte[] content) {}
}
