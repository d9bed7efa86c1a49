package dev.cardea.server.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user of the operating system that runs this process. */
final class SystemUser {
    private SystemUser() {}

    /** Returns whether the process may do everything on this machine; {@code false} where there is no such user. */
    static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | RuntimeException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
