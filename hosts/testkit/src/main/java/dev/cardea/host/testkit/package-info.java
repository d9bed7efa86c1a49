/**
 * What every host promises, as tests. Whoever writes one starts it around the {@link
 * dev.cardea.host.testkit.Application} that it is given, and that is the whole test class:
 *
 * <pre>{@code
 * class JettyTest extends HostContract {
 *     @Override
 *     protected Served start(Application application) {
 *         var server = …;
 *         return new Served(server.port(), server::stop);
 *     }
 * }
 * }</pre>
 *
 * <p>{@link dev.cardea.host.testkit.HostContract} lists the pages that the application needs. The kit talks to the host
 * over sockets, byte for byte, and knows nothing about it but its port. What it asks for: that requests and answers come
 * through as they are, that the session is there and stays alive, that a protected page is shown to nobody else however
 * its address is written, and that nothing opens while something is broken.
 */
@NullMarked
package dev.cardea.host.testkit;

import org.jspecify.annotations.NullMarked;
