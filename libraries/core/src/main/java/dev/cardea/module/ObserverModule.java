package dev.cardea.module;

import dev.cardea.observe.Digest;
import dev.cardea.observe.Observer;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A module that observes the requests of every {@code Auth} as soon as it is on the class path, and keeps what it saw
 * when the configuration is reloaded. It is a service of {@link java.util.ServiceLoader} with this name. Safe for
 * concurrent use.
 */
public interface ObserverModule {
    /** Returns the options of a configuration that sets none. */
    Options defaults();

    /** Creates what one {@code Auth} keeps for all its configurations. Called once for each {@code Auth}. */
    Memory create();

    /** Says how a module observes the requests of a configuration: {@code AuthConfig.Builder.observer}. Immutable. */
    interface Options {
        /** Returns whether the module observes at all. If not, it is not asked for an observer. */
        boolean isOn();

        /** Returns what operators may see of the options, in order. The names are those of settings. */
        Map<String, Object> describe();
    }

    /** What a module keeps of the requests of one {@code Auth}. Safe for concurrent use. */
    interface Memory {
        /**
         * Returns what observes the requests of one configuration. A second call for the same configuration returns an
         * observer that does the same.
         *
         * @param options of the class of {@link #defaults}, and {@link Options#isOn on}
         * @param configuration digest of what operators may see of the configuration; {@code null} if it is invalid
         * @param warnings receives a line for the log
         */
        Observer observer(Options options, @Nullable Digest configuration, Consumer<String> warnings);
    }
}
