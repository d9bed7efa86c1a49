package dev.cardea.testing;

import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An application that is registered at an {@link IdentityProvider}. Immutable; each setter returns a changed copy.
 *
 * @param redirectUris compared character by character; none accepts any
 * @param authMethod {@code client_secret_basic}, {@code client_secret_post}, {@code client_secret_jwt},
 *     {@code private_key_jwt}, {@code none}; {@code null} accepts basic and post
 * @param key verifies the assertions of {@code private_key_jwt}
 */
public record Client(
        String id,
        @Nullable String secret,
        List<String> redirectUris,
        @Nullable String authMethod,
        @Nullable PublicKey key) {
    public Client {
        redirectUris = List.copyOf(redirectUris);
    }

    public static Client of(String id, String secret) {
        return new Client(id, secret, List.of(), null, null);
    }

    /** Makes a client that cannot keep a secret; it must use PKCE. */
    public static Client open(String id) {
        return new Client(id, null, List.of(), "none", null);
    }

    public Client redirectUri(String url) {
        var all = new ArrayList<>(redirectUris);
        all.add(url);
        return new Client(id, secret, all, authMethod, key);
    }

    /** Accepts no other method of client authentication. */
    public Client authMethod(String method) {
        return new Client(id, secret, redirectUris, method, key);
    }

    /** Accepts assertions signed by the private half of this key (RFC 7523). */
    public Client privateKeyJwt(PublicKey publicKey) {
        return new Client(id, secret, redirectUris, "private_key_jwt", publicKey);
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
