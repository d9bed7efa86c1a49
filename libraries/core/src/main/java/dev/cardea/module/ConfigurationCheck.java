package dev.cardea.module;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ErrorType;
import dev.cardea.provider.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a configuration in addition to the built-in rules, for a module with its own settings. Add it with
 * {@code AuthConfig.Builder.check}. Checks run in the order in which they were added, after the built-in ones, and all
 * errors are reported together.
 *
 * <pre>{@code
 * config.check((site, report) -> {
 *     if (site.adapter() == null) {
 *         report.error(ErrorType.MISSING_ADAPTER, "roles", "roles need an adapter; set {}", List.of("adapter"));
 *     }
 * });
 * }</pre>
 */
@FunctionalInterface
public interface ConfigurationCheck {
    /**
     * Reports errors. Called once in each {@code build}, after values were taken from the environment. Values
     * that other checks reject may be present. An exception ends {@code build}.
     */
    void check(Configuration config, Report report);

    /** What a check reads. Valid during the call only. */
    interface Configuration {
        /** Returns the providers, in the order of the sign-in page. */
        List<Provider> providers();

        @Nullable Adapter adapter();

        /** Returns the strategy in effect: as set, else database with an adapter and JWT without. */
        SessionOptions.Strategy strategy();

        /** Returns whether sessions can be ended before they expire. */
        boolean canEndSessions();

        /** Returns the address of the site; {@code null} if none is set. */
        @Nullable String url();

        /** Returns where the routes are; {@code null} if none is set. */
        @Nullable String basePath();

        /** Returns where the site runs; {@code null} if unknown. */
        @Nullable Environment environment();

        /** Returns whether a provider of passkeys is accepted. */
        boolean enableWebAuthn();
    }

    /** Takes what a check finds. */
    interface Report {
        /**
         * Adds an error; {@code build} then throws a {@code ConfigurationException} with all of them.
         *
         * @param setting its place in the configuration, such as {@code session.maxAge}; empty if the error concerns no
         *     single setting
         * @param message names the setting and the correction
         */
        void error(ErrorType type, String setting, String message);

        /**
         * Adds an error whose correction changes other settings. The server prints them as its configuration file calls
         * them.
         *
         * @param setting as above
         * @param pattern the message, with {@code {}} in place of each name
         * @param named the names of the settings, as {@code AuthConfig.Builder} calls them
         */
        void error(ErrorType type, String setting, String pattern, List<String> named);

        /** Adds a warning, which the logger gets once if the configuration is valid. */
        void warn(String code);
    }
}
