package dev.cardea.server.text;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Says why a file could not be read or written, for the operator who named it. */
public final class FileFault {
    private FileFault() {}

    /** Returns what follows the name of the file, such as {@code is not there}. */
    public static String of(Path file, IOException fault) {
        if (Files.isDirectory(file) && !(fault instanceof AccessDeniedException)) return "is a folder, not a file";
        if (fault instanceof NoSuchFileException) return "is not there";
        if (fault instanceof AccessDeniedException) return "can't be accessed by the user that runs this process";
        if (fault instanceof CharacterCodingException) return "isn't UTF-8 text";
        if (fault instanceof FileAlreadyExistsException || fault instanceof NotDirectoryException) {
            return "is a file, not a folder";
        }
        return "cannot be used: " + fault.getMessage();
    }
}
