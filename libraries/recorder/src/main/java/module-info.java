/** The flight recorder: finds out what happened in a failed sign-in. */
module dev.cardea.recorder {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;

    exports dev.cardea.recorder;

    provides dev.cardea.module.ObserverModule with
            dev.cardea.recorder.RecorderModule;
}
