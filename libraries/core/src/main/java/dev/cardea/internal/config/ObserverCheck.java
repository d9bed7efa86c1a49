package dev.cardea.internal.config;

import dev.cardea.error.ErrorType;
import dev.cardea.module.ObserverModule;

/** Checks that options of observers have a module: otherwise nothing would read them. */
final class ObserverCheck {
    private ObserverCheck() {}

    static void check(Draft config, ConfigReport report) {
        for (var options : config.observerOptions.keySet()) {
            if (config.knownOptions.contains(options)) continue;
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    "observer",
                    options.getSimpleName()
                            + " has no effect, as no module has these options; if your build puts several "
                            + "jars into one, merge their files META-INF/services/" + ObserverModule.class.getName());
        }
    }
}
