/**
 * Sign-in, sessions and account storage for web applications.
 *
 * <p>Gather an {@link dev.cardea.AuthConfig}, make an {@link dev.cardea.Auth} of it, and let your web framework's module
 * mount it. Ask it who is signed in with {@link dev.cardea.Auth#session}.
 *
 * <pre>{@code
 * var auth = Auth.of(AuthConfig.builder()
 *     .provider(OAuthProvider.oidc("acme", "Acme", "https://id.acme.example"))
 *     .build());
 * }</pre>
 *
 * <p>Secrets and client credentials come from the environment unless they are given. The packages {@code method},
 * {@code flow}, {@code session}, {@code page}, {@code cookie} and {@code net} are internal: they may change in any
 * release. Cardea is not a user directory, a password store or an authorization server.
 */
@NullMarked
package dev.cardea;

import org.jspecify.annotations.NullMarked;
