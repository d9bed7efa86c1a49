/**
 * Parts for tests of applications that use Cardea, and of Cardea itself. All are real programs, none is a recording:
 *
 * <ul>
 *   <li>{@link dev.cardea.testing.IdentityProvider} signs people in and checks its client; {@link
 *       dev.cardea.testing.Fault} makes it misbehave in one way at a time
 *   <li>{@link dev.cardea.testing.Inbox} takes the sign-in mails
 *   <li>{@link dev.cardea.testing.Browser} goes through whole sign-ins with its own cookies; {@link
 *       dev.cardea.testing.Origins} is the web it sees
 *   <li>{@link dev.cardea.testing.SignedIn} is somebody who has gone through one already; {@link
 *       dev.cardea.testing.Network} is the way to an application that runs
 *   <li>{@link dev.cardea.testing.FakeClock} and {@link dev.cardea.testing.FixedRandomness} make a run repeatable
 *   <li>{@link dev.cardea.testing.LocalServer} puts any of them on a port
 * </ul>
 *
 * <p>Nothing here is for production: the identity provider lets everybody in.
 */
@NullMarked
package dev.cardea.testing;

import org.jspecify.annotations.NullMarked;
