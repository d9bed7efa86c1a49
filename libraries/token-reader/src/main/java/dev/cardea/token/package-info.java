/**
 * Session tokens. Another service of the same application reads the signed-in user with
 * {@link dev.cardea.token.TokenReader} and needs nothing else of the library; {@link dev.cardea.token.Jwt} makes and
 * opens tokens. A token is valid only for the application that issued it.
 *
 * <pre>{@code
 * TokenReader.with(Secrets.of(System.getenv("AUTH_SECRET"))).read(request)
 * }</pre>
 */
@NullMarked
package dev.cardea.token;

import org.jspecify.annotations.NullMarked;
