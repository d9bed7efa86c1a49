package dev.cardea.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How tests start another Java process: most of these end before a better compiler would pay off. */
public final class JavaCommand {
    static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private JavaCommand() {}

    /** Returns the command of this JDK with these arguments. */
    public static List<String> of(String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(OPTIONS);
        command.addAll(List.of(arguments));
        return command;
    }
}
