package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;

/** Creates the user from the profile (Auth.js: {@code profile}). The user's {@code id} becomes the account id. */
@FunctionalInterface
public interface ProfileMapper {
    /** @param http for providers that keep part of the profile, such as the picture, at another address */
    User map(Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http);
}
