/**
 * OAuth 2.0 and OpenID Connect from the client's side, request and judgement apart: discovery, the authorization and
 * token endpoints, ID tokens, userinfo. Knows its RFCs and nothing of sign-in. Internal.
 */
@NullMarked
package dev.cardea.oauth;

import org.jspecify.annotations.NullMarked;
