/**
 * The promises of every host, as tests. The test class of a host starts it around the
 * {@link dev.cardea.host.testkit.Application} that it receives:
 *
 * <pre>{@code
 * class JettyTest extends HostContract {
 *     @Override
 *     protected ServedSite start(Application application) {
 *         var server = …;
 *         return new ServedSite(server.port(), server::stop);
 *     }
 * }
 * }</pre>
 *
 * <p>{@link dev.cardea.host.testkit.HostContract} lists the pages that the application needs. The kit talks to the host
 * over sockets, byte for byte, and knows only its port. It tests that requests and responses pass unchanged, and that the
 * session is present and stays alive. No spelling of an address may bypass the guard, no failure may give access, and no
 * attack of {@code cardea-attacks} may succeed.
 */
@NullMarked
package dev.cardea.host.testkit;

import org.jspecify.annotations.NullMarked;
