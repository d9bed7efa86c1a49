package dev.cardea.server.command;

import picocli.CommandLine.IVersionProvider;

/** The version, from the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        var version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"cardea " + (version == null ? "(not from a jar)" : version)};
    }
}
