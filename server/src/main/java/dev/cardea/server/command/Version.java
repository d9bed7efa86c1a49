package dev.cardea.server.command;

import picocli.CommandLine.IVersionProvider;

/** The version, from the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"cardea " + text()};
    }

    static String text() {
        var version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }
}
