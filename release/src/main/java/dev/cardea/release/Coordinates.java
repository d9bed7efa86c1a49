package dev.cardea.release;

import java.nio.file.Path;

/** Where a module is in a Maven repository. */
record Coordinates(String group, String artifact, String version) {
    Path folder(Path repository) {
        return repository.resolve(group.replace('.', '/')).resolve(artifact).resolve(version);
    }

    /** @param ending what follows the version in the name of the file, as {@code -sources.jar} */
    Path file(Path repository, String ending) {
        return folder(repository).resolve(artifact + "-" + version + ending);
    }

    @Override
    public String toString() {
        return group + ":" + artifact + ":" + version;
    }
}
