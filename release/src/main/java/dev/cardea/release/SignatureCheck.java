package dev.cardea.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Checks the signature of each jar, POM and bill of materials below a folder, as a user who downloaded them would. */
final class SignatureCheck {
    private SignatureCheck() {}

    /**
     * Prints the files whose signature is absent or does not verify, one a line. Exits with 0 if there are none, 1 if
     * there are, 2 if the arguments are invalid.
     *
     * @param arguments {@code KEY_FILE FOLDER}: an armored public key, and where the files are
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2 || !Files.isDirectory(Path.of(arguments[1]))) {
            System.err.println("usage: release/run SignatureCheck KEY_FILE FOLDER");
            System.exit(2);
        }
        try (var in = Files.newInputStream(Path.of(arguments[0]))) {
            var folder = Path.of(arguments[1]);
            var findings = check(folder, Signatures.by(in));
            findings.forEach(System.out::println);
            System.out.println(files(folder).size() + " signatures checked, " + findings.size() + " findings");
            System.exit(findings.isEmpty() ? 0 : 1);
        }
    }

    /** Returns what a user could not verify; a folder without any file is a finding, too. */
    static List<String> check(Path folder, Signatures keys) throws IOException {
        var files = files(folder);
        if (files.isEmpty()) return List.of(folder + ": no file to verify");
        return files.stream()
                .filter(file -> !keys.verify(file, file.resolveSibling(file.getFileName() + ".asc")))
                .map(file -> folder.relativize(file) + ": the signature is absent or does not verify")
                .toList();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            return all.filter(SignatureCheck::isSigned).sorted().toList();
        }
    }

    private static boolean isSigned(Path file) {
        return Stream.of(".jar", ".pom", ".json").anyMatch(file.getFileName().toString()::endsWith);
    }
}
