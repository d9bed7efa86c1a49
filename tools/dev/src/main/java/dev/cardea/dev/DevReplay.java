package dev.cardea.dev;

import dev.cardea.recorder.Trace;
import dev.cardea.server.command.TraceReplay;
import dev.cardea.testing.replay.Replay;

/** Lets {@code cardea explain --replay} run a trace again. */
public final class DevReplay implements TraceReplay {
    /** For {@link java.util.ServiceLoader}. */
    public DevReplay() {}

    @Override
    public Outcome replay(Trace trace) {
        var replay = Replay.of(trace);
        return new Outcome(replay.text(), replay.agrees());
    }
}
