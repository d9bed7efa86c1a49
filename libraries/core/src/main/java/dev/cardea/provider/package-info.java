/** Sign-in methods as values: OAuth 2.0 and OpenID Connect, e-mail links, credentials, passkeys. */
@NullMarked
package dev.cardea.provider;

import org.jspecify.annotations.NullMarked;
