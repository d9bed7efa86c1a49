package dev.cardea.host.testkit;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The base of the tests of each topic. */
interface HostTest {
    /** Returns the site that the host serves. */
    Site site();

    Set<HostLimit> limits();

    /** Returns what the framework measures by itself, if it does. */
    @Nullable Telemetry telemetry();
}
