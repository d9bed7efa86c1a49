package dev.cardea.provider;

import org.jspecify.annotations.Nullable;

/**
 * The registration of this site with an {@link OAuthProvider}, as the provider's own functions read it, such as a
 * {@link ProfileMapper}. Not for implementation.
 */
public interface ClientRegistration {
    /** Returns the id of the provider. */
    String id();

    @Nullable String clientId();

    /** Returns the stored secret; {@code null} if none was set, or if a {@link SecretMaker} makes it. */
    @Nullable String clientSecret();

    @Nullable String issuer();

    /** Returns the token endpoint; {@code null} if it comes from discovery. */
    @Nullable Endpoint token();

    /** Returns the userinfo endpoint; {@code null} if it comes from discovery. */
    @Nullable Endpoint userinfo();
}
