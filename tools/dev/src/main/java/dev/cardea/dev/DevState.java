package dev.cardea.dev;

import dev.cardea.recorder.Recorder;
import dev.cardea.token.Randomness;

/** What development mode keeps when a configuration is read again. */
record DevState(DevInbox inbox, DevClock clock, DevFaults faults, Recorder recorder, VirtualPasskeys passkeys) {
    DevState() {
        this(new DevFaults());
    }

    DevState(DevFaults faults) {
        this(new DevInbox(), new DevClock(), faults, new Recorder(), new VirtualPasskeys(Randomness.secure()));
    }
}
