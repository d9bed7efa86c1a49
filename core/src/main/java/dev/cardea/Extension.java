package dev.cardea;

import dev.cardea.config.Env;
import dev.cardea.hook.RequestFilter;

/**
 * Changes a configuration as a whole, and handles requests before its routes: the seam for a module such as development
 * mode. Safe for concurrent use.
 */
public interface Extension extends RequestFilter {
    /**
     * Changes the configuration. {@link AuthConfig.Builder#build} calls it first, before values are taken from the
     * environment and before the checks; twice for a builder that builds twice.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration cannot be extended
     */
    void configure(AuthConfig.Builder config, Env env);
}
