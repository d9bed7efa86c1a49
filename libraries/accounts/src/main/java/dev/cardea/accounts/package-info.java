/**
 * User accounts with passwords, on top of the sign-in by email of core, which alone proves a mailbox.
 *
 * <p>{@link dev.cardea.accounts.UserAccounts} adds everything to a configuration. {@code SignUpRoute} and
 * {@code ForgotRoute} begin a sign-in by email, and keep what it is for in the browser ({@code Intention}).
 * {@code AccountsStep} takes part in every sign-in and stores the password with a new user. {@code PasswordSignIn} verifies
 * passwords, {@code PasswordPage} changes them, and {@code StoredPassword} is how they are stored. {@code PasswordPolicy}
 * judges a new one, with {@code CommonPasswords} and {@code KeyRuns} for what attackers try first. {@code SessionProofs}
 * keeps how a user has proven who they are, {@code Assurance} is what that is worth, and {@code StepUp} alone decides whether
 * it is enough. {@code ReauthRoute} asks for what is missing, with the {@code ReauthMethods} that prove it and the
 * {@code FactorForm} of a second factor. {@code AccountRoute} leads to the pages of an account: each is an
 * {@code AccountPage}, and works with an {@code AccountRequest}. {@code EmailPage} changes the address with what
 * {@code EmailChanges} keeps, {@code ProfilePage} the {@code ProfileFields}, and {@code DataPage} shows the
 * {@code UserReport} without what {@code Redaction} leaves out. {@code FormPage} shows a form or a list of {@code Item}, and
 * {@code Notices} tells users by email what has changed. {@code AuditLog} writes what happened to the log. {@code UserImport}
 * reads a file by {@code ImportLines} and {@code ImportFormat}, and stores each {@code ImportedUser} in the
 * {@code ImportTarget}.
 */
@NullMarked
package dev.cardea.accounts;

import org.jspecify.annotations.NullMarked;
