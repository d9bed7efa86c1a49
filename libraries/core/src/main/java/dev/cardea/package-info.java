/**
 * Sign-in, sessions and account storage for web applications.
 *
 * <p>Build an {@link dev.cardea.AuthConfig}, make an {@link dev.cardea.Auth} with it, and pass that to the module for
 * your web framework. {@link dev.cardea.Auth#session} returns the session of the signed-in user.
 *
 * <pre>{@code
 * var auth = Auth.of(AuthConfig.builder()
 *     .provider(OAuthProvider.oidc("acme", "Acme", "https://id.acme.example"))
 *     .build());
 * }</pre>
 *
 * <p>Secrets and client credentials come from the environment unless they are set. Everything below {@code
 * dev.cardea.internal} may change in any release. Cardea is not a user directory, a password store or an authorization
 * server.
 */
@NullMarked
package dev.cardea;

import org.jspecify.annotations.NullMarked;
