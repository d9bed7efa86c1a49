/**
 * One site on four hosts: three ways to sign in, a protected page, the user read, PostgreSQL, a session with a role. {@link
 * dev.cardea.examples.hosts.Site} is what they have in common; the others are a {@code main} each.
 */
@NullMarked
package dev.cardea.examples.hosts;

import org.jspecify.annotations.NullMarked;
