package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a passkey that signs in.
 *
 * @param record all fields but the id {@code null} where nothing more is known
 * @param account of the provider that was asked for, under the authenticator's account id; {@code null} where there is none
 * @param user the account's; {@code null} where there is none
 */
public record PasskeySignIn(
        AdapterAuthenticator authenticator,
        PasskeyRecord record,
        @Nullable Account account,
        @Nullable User user) {}
