package dev.cardea.host.testkit;

import java.util.Set;

/** The base of the tests of each topic. */
interface HostTest {
    /** Returns the site that the host serves. */
    Site site();

    Set<Limit> limits();
}
