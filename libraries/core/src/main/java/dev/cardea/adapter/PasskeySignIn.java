package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * The stored data of a passkey that signs in.
 *
 * @param record all fields but the id {@code null} if nothing more is known
 * @param account of the requested provider, under the authenticator's account id; {@code null} if absent
 * @param user of the account; {@code null} if absent
 */
public record PasskeySignIn(
        AdapterAuthenticator authenticator,
        PasskeyRecord record,
        @Nullable Account account,
        @Nullable User user) {}
