/**
 * What proves a user a second time. {@link dev.cardea.accounts.factor.SecondFactors} knows what a user has and checks what is
 * entered: a value of one of the {@link dev.cardea.accounts.factor.Authenticators}, or one of the
 * {@link dev.cardea.accounts.factor.RecoveryCodes}. {@link dev.cardea.accounts.factor.Enrolments} are authenticators whose
 * first value hasn't been entered yet, and {@link dev.cardea.accounts.factor.PausedSignIns} wait for the second proof.
 * {@link dev.cardea.accounts.factor.SecretCipher} encrypts the secrets at rest, with
 * {@link dev.cardea.accounts.factor.EncryptionKeys} or with keys derived from the secret. The package knows no page and no
 * route.
 */
@NullMarked
package dev.cardea.accounts.factor;

import org.jspecify.annotations.NullMarked;
