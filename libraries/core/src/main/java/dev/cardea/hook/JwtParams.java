package dev.cardea.hook;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * A token is made or read (Auth.js: the params of {@code jwt}).
 *
 * @param token name, email, picture and sub at sign-in; the complete token later
 * @param user present when a user signs in; {@code null} when a session is read
 * @param trigger {@code null} when a session is read
 * @param session what the client sent with an update; validate it before use
 * @param isNewUser deprecated in Auth.js: see {@code trigger}
 * @param storedUser the user as the store has it, if this read of a revocable session asked the store, which happens about
 *     once per {@code session.confirmAge}; otherwise {@code null}. Not in Auth.js
 */
public record JwtParams(
        Claims token,
        @Nullable User user,
        @Nullable Account account,
        @Nullable Profile profile,
        @Nullable Trigger trigger,
        @Nullable Object session,
        @Nullable Boolean isNewUser,
        @Nullable User storedUser) {
    /** Creates params without a stored user. */
    public JwtParams(
            Claims token,
            @Nullable User user,
            @Nullable Account account,
            @Nullable Profile profile,
            @Nullable Trigger trigger,
            @Nullable Object session,
            @Nullable Boolean isNewUser) {
        this(token, user, account, profile, trigger, session, isNewUser, null);
    }
}
