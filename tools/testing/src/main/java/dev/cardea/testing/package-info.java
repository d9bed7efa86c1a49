/**
 * Test doubles for applications that use Cardea, and for Cardea itself. All are real programs:
 * <ul>
 * <li>{@link dev.cardea.testing.IdentityProvider} signs users in and validates the requests of its client;
 * {@link dev.cardea.testing.Fault} makes it misbehave in one way at a time
 * <li>{@link dev.cardea.testing.Inbox} receives the sign-in emails
 * <li>{@link dev.cardea.testing.Browser} completes whole sign-ins with its own cookies;
 * {@link dev.cardea.testing.Origins} is the web that it visits
 * <li>{@link dev.cardea.testing.SignedIn} is a user who is already signed in; {@link dev.cardea.testing.Network}
 * reaches a running application
 * <li>{@link dev.cardea.testing.FakeClock} and {@link dev.cardea.testing.FixedRandomness} make a run repeatable
 * <li>{@link dev.cardea.testing.LocalServer} serves any of them on a port
 * </ul>
 *
 * <p>Do not use this module in production: the identity provider signs every visitor in.
 */
@NullMarked
package dev.cardea.testing;

import org.jspecify.annotations.NullMarked;
