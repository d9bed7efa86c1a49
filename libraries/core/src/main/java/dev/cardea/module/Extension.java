package dev.cardea.module;

import dev.cardea.config.Env;

/**
 * A module that changes a configuration. It may replace providers, set what is not set, and add routes, filters, checks
 * and whatever else of this package the module has. Safe for concurrent use.
 *
 * <pre>{@code
 * public record Nicknames(Map<String, String> nicknames) implements Extension<AuthConfig.Builder> {
 *     @Override
 *     public void configure(AuthConfig.Builder config, Env env) {
 *         config.route(new NicknameRoute(nicknames));
 *     }
 * }
 * }</pre>
 *
 * <p>An application adds an extension with {@code AuthConfig.Builder.extension}. An extension may also be a service of
 * {@link java.util.ServiceLoader} with this name: it then takes part in every configuration of the process, so it must
 * change nothing unless a setting asks for it.
 *
 * @param <C> {@code AuthConfig.Builder}, the only configuration that is extended. Its package uses this one.
 */
public interface Extension<C> {
    /**
     * Changes the configuration. {@code AuthConfig.Builder.build} calls it first, before it takes values from the
     * environment and before the checks. If a builder builds again, it is called again, and the routes, filters, checks
     * and observers that it added before are removed.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration cannot be extended
     */
    void configure(C config, Env env);

    /**
     * Adds what depends on values that the environment may set, such as keys derived from the secret. {@code build} calls
     * it after it has taken values from the environment, and before the checks. If a builder builds again, what it added
     * before is removed, as for {@link #configure}. By default it does nothing.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration cannot be extended
     */
    default void complete(C config) {}
}
