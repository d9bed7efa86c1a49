package dev.cardea.internal.method;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Form;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.net.IpAddress;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One request to a sign-in method.
 *
 * @param cookies the cookie table for this origin
 * @param callbackUrl where to send the visitor after sign-in, already validated
 * @param beginner the id of the user who is signed in when a sign-in begins; {@code null} if none is
 * @param clientAddress finds the client's address; empty if it is unknown
 */
public record MethodRequest(
        AuthRequest authRequest,
        AuthCookies cookies,
        String callbackUrl,
        @Nullable String beginner,
        Supplier<Optional<IpAddress>> clientAddress) {
    public MethodRequest(AuthRequest authRequest, AuthCookies cookies, String callbackUrl) {
        this(authRequest, cookies, callbackUrl, null, Optional::empty);
    }

    public MethodRequest beginner(@Nullable String userId) {
        return new MethodRequest(authRequest, cookies, callbackUrl, userId, clientAddress);
    }

    public MethodRequest clientAddress(Supplier<Optional<IpAddress>> address) {
        return new MethodRequest(authRequest, cookies, callbackUrl, beginner, address);
    }

    /** The same without fields that the method may not see. */
    public MethodRequest without(Set<String> fields) {
        return new MethodRequest(authRequest.without(fields), cookies, callbackUrl, beginner, clientAddress);
    }

    /** The session cookie that the browser sent. */
    public SessionCookie sessionCookie() {
        return SessionCookie.read(cookies, authRequest.cookies());
    }

    /** The client's address; empty if it is unknown. */
    public Optional<IpAddress> client() {
        return clientAddress.get();
    }

    /** What the client calls itself, as it was sent (RFC 9110, section 10.1.5). */
    public Optional<String> userAgent() {
        return authRequest.http().header("user-agent");
    }

    /** Returns the parameters that it has more than once: of its form if it is a post, else of its address. */
    public Set<String> repeated() {
        var http = authRequest.http();
        if (!authRequest.isPost()) return Form.repeated(http.rawQuery());
        boolean isForm = http.header("content-type").orElse("").startsWith("application/x-www-form-urlencoded");
        return isForm ? Form.repeated(http.text()) : Set.of();
    }

    /** The provider's callback address on this site. */
    public String providerCallbackUrl(String providerId) {
        return authRequest.baseUrl() + "/callback/" + providerId;
    }
}
