/**
 * Passwords, for a {@link dev.cardea.provider.CredentialsProvider}.
 *
 * <p>{@link dev.cardea.password.Passwords} makes hashes and compares with them, at most so many at once
 * ({@code Room}); {@link dev.cardea.password.PasswordCheck} is the {@code authorize} function over it. {@code StoredHash}
 * is what can be compared with, one class for each way of hashing; {@code Formats} knows how each is written, here and
 * by others.
 */
@NullMarked
package dev.cardea.password;

import org.jspecify.annotations.NullMarked;
