package dev.cardea.adapter;

/** Reports where a store keeps its data. Development mode starts only with a store that is known to be local. */
public interface StoreLocation extends Adapter {
    enum Location {
        /** In this process, or in a file that this process opens. */
        EMBEDDED,
        /** In another process on this machine. */
        LOOPBACK,
        /** On another machine, or unknown. */
        REMOTE
    }

    /** Determines the location without contacting another machine, as far as the settings of the store tell. */
    Location location();
}
