package dev.cardea.hook;

import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * A token is made or read (interface: the params of {@code jwt}).
 *
 * @param token name, email, picture and sub at sign-in; all of the token later
 * @param user given when somebody signs in; {@code null} when a session is read
 * @param trigger {@code null} when a session is read
 * @param session what the client sent with an update; check it before you use it
 * @param isNewUser deprecated in the interface: see {@code trigger}
 */
public record JwtParams(
        Claims token,
        @Nullable User user,
        @Nullable Account account,
        @Nullable Profile profile,
        @Nullable Trigger trigger,
        @Nullable Object session,
        @Nullable Boolean isNewUser) {}
