/**
 * OAuth 2.0 and OpenID Connect for clients: discovery, the authorization and token endpoints, ID tokens, userinfo.
 * Making a request and validating its response are separate methods. Depends on nothing about sign-in. Internal.
 */
@NullMarked
package dev.cardea.internal.oauth;

import org.jspecify.annotations.NullMarked;
