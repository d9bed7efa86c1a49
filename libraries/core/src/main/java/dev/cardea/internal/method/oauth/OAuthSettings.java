package dev.cardea.internal.method.oauth;

import dev.cardea.action.OriginPattern;
import dev.cardea.http.HttpHandler;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What every OAuth provider of one configuration shares.
 *
 * @param http the way out, before the provider's own decorator
 * @param codec seals the state parameter
 * @param redirectProxyUrl of the configuration
 * @param redirectProxyOrigins to which this deployment passes answers on where it is the redirect proxy
 * @param stored whether users are stored; without a store their ids are derived, so that they stay the same
 */
public record OAuthSettings(
        HttpHandler http,
        Clock clock,
        Randomness randomness,
        SealedCookies sealed,
        JwtCodec codec,
        Secrets secrets,
        @Nullable String redirectProxyUrl,
        List<OriginPattern> redirectProxyOrigins,
        boolean stored) {}
