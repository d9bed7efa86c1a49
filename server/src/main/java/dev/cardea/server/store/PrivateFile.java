package dev.cardea.server.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The file of an embedded database, which holds session tokens. A driver would make it readable for all users of the
 * machine. SQLite gives its further files ({@code -wal}, {@code -shm}, {@code -journal}) the permissions of the first.
 */
final class PrivateFile {
    private PrivateFile() {}

    /** Makes an empty file for the process's user alone, unless there is one. What fails is left to the driver. */
    static void create(Path file) {
        if (!hasPermissions(file) || Files.exists(file)) return;
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            // Another process made it.
        } catch (IOException e) {
            // The driver reports why the file cannot be made.
        }
    }

    /** Returns whether other users of the machine may read the file. */
    static boolean isReadableByOthers(Path file) {
        if (!hasPermissions(file) || !Files.exists(file)) return false;
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasPermissions(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
