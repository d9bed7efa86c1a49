/**
 * HTTP messages as values, and one function between them: {@link dev.cardea.http.HttpHandler}. A server is one, the
 * client that talks to an identity provider is one, a test's double is one. Knows RFC 9110, RFC 6265 and the URL rules
 * of browsers; knows nothing of sign-in.
 */
@NullMarked
package dev.cardea.http;

import org.jspecify.annotations.NullMarked;
