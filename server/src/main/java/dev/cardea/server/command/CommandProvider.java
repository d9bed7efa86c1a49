package dev.cardea.server.command;

import dev.cardea.config.Env;

/**
 * Adds a command from another jar on the class path, such as {@code cardea-dev.jar}. {@link java.util.ServiceLoader}
 * finds it.
 */
public interface CommandProvider {
    /**
     * Returns a command of picocli.
     *
     * @param env the environment of the process
     */
    Object command(Env env);
}
