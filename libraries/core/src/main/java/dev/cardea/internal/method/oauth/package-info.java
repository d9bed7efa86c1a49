/** Sign-in with OAuth 2.0 and OpenID Connect. Internal. */
@NullMarked
package dev.cardea.internal.method.oauth;

import org.jspecify.annotations.NullMarked;
