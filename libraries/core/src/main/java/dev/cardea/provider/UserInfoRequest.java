package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.model.TokenSet;
import org.jspecify.annotations.Nullable;

/** Fetches the profile in another way than a GET with the access token (Auth.js: {@code userinfo.request}). */
@FunctionalInterface
public interface UserInfoRequest {
    @Nullable Claims fetch(TokenSet tokens, ClientRegistration provider, HttpHandler http);
}
