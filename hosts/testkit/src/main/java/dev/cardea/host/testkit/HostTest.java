package dev.cardea.host.testkit;

import java.util.Set;

/** What the tests of each topic stand on. */
interface HostTest {
    /** The site that the host serves. */
    Site site();

    Set<Limit> limits();
}
