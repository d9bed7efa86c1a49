package dev.cardea.hook;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * Somebody asks to come in (interface: the params of {@code signIn}).
 *
 * @param user the stored user where there is one, else who the provider says it is
 * @param verificationRequest true while a sign-in mail is being asked for, false once its link was followed (interface:
 *     {@code email.verificationRequest})
 * @param credentials what was entered, with a credentials provider
 */
public record SignInParams(
        User user,
        @Nullable Account account,
        @Nullable Profile profile,
        boolean verificationRequest,
        @Nullable Claims credentials) {}
