package dev.cardea.testing;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application that is registered at an {@link IdentityProvider}. Immutable; each setter returns a changed copy.
 *
 * @param redirectUris compared character by character; none accepts any
 * @param logoutUris where a logout may lead back to, compared character by character
 * @param authMethod {@code client_secret_basic}, {@code client_secret_post}, {@code client_secret_jwt},
 *     {@code private_key_jwt}, {@code none}; {@code null} accepts basic and post
 * @param key verifies the assertions of {@code private_key_jwt}
 */
public record Client(
        String id,
        @Nullable String secret,
        List<String> redirectUris,
        List<String> logoutUris,
        @Nullable String authMethod,
        @Nullable PublicKey key) {
    public Client {
        redirectUris = List.copyOf(redirectUris);
        logoutUris = List.copyOf(logoutUris);
    }

    public static Client of(String id, String secret) {
        return new Client(id, secret, List.of(), List.of(), null, null);
    }

    /** Makes a client that cannot keep a secret; it must use PKCE. */
    public static Client open(String id) {
        return new Client(id, null, List.of(), List.of(), "none", null);
    }

    public Client redirectUri(String url) {
        var all = new ArrayList<>(redirectUris);
        all.add(url);
        return new Client(id, secret, all, logoutUris, authMethod, key);
    }

    /** Lets a logout lead back to this URL. The provider then announces its logout endpoint. */
    public Client logoutUri(String url) {
        var all = new ArrayList<>(logoutUris);
        all.add(url);
        return new Client(id, secret, redirectUris, all, authMethod, key);
    }

    /** Accepts no other method of client authentication. */
    public Client authMethod(String method) {
        return new Client(id, secret, redirectUris, logoutUris, method, key);
    }

    /** Accepts assertions signed by the private half of this key (RFC 7523). */
    public Client privateKeyJwt(PublicKey publicKey) {
        return new Client(id, secret, redirectUris, logoutUris, "private_key_jwt", publicKey);
    }

    boolean takes(String method) {
        return authMethod == null
                ? method.equals("client_secret_basic") || method.equals("client_secret_post")
                : method.equals(authMethod);
    }

    @Override
    public String toString() {
        return "Client[" + id + "]";
    }
}
