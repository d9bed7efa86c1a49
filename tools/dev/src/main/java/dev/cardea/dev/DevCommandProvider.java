package dev.cardea.dev;

import dev.cardea.config.Env;
import dev.cardea.server.command.CommandProvider;

/** Adds {@code cardea dev} to the command line of the server. */
public final class DevCommandProvider implements CommandProvider {
    /** For {@link java.util.ServiceLoader}. */
    public DevCommandProvider() {}

    @Override
    public Object command(Env env) {
        return new DevCommand(env);
    }
}
