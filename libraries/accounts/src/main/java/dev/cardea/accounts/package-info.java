/**
 * User accounts with passwords. {@code PasswordPolicy} judges a new password, with {@code CommonPasswords} and
 * {@code KeyRuns} for what attackers try first.
 */
@NullMarked
package dev.cardea.accounts;

import org.jspecify.annotations.NullMarked;
