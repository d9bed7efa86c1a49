/**
 * HTTP messages as values, and one function between them: {@link dev.cardea.http.HttpHandler}. A server, the client
 * that calls an identity provider, and a test double are all handlers. This package implements RFC 9110, RFC 6265 and
 * the URL rules of browsers, and depends on nothing about sign-in.
 */
@NullMarked
package dev.cardea.http;

import org.jspecify.annotations.NullMarked;
