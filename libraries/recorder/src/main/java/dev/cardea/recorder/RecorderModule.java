package dev.cardea.recorder;

import dev.cardea.module.ObserverModule;

/** Switches the recorder on for every {@code Auth}. For {@link java.util.ServiceLoader}. */
public final class RecorderModule implements ObserverModule {
    /** For {@link java.util.ServiceLoader}. */
    public RecorderModule() {}

    @Override
    public RecorderOptions defaults() {
        return RecorderOptions.DEFAULT;
    }

    @Override
    public Recorder create() {
        return new Recorder();
    }
}
