package dev.cardea.hook;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * A user wants to sign in (Auth.js: the params of {@code signIn}).
 *
 * @param user the stored user if there is one, otherwise the user as described by the provider
 * @param verificationRequest true while a sign-in email is requested, false once its link was opened (Auth.js:
 *     {@code email.verificationRequest})
 * @param credentials what was entered, with a credentials provider
 */
public record SignInParams(
        User user,
        @Nullable Account account,
        @Nullable Profile profile,
        boolean verificationRequest,
        @Nullable Claims credentials) {}
