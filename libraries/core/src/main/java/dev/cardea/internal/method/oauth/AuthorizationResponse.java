package dev.cardea.internal.method.oauth;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.oauth.ServerMetadata;
import dev.cardea.jose.Hashes;
import dev.cardea.provider.OAuthException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The provider's answer to the authorization request (RFC 6749 §4.1.2, RFC 9207), validated before its use. */
final class AuthorizationResponse {
    private static final Pattern ERROR_CODE = Pattern.compile("[a-z_]{1,64}");

    private static final Set<String> PARAMETERS =
            Set.of("code", "state", "iss", "error", "error_description", "error_uri", "id_token", "response");

    private final Map<String, String> params;
    private final String providerId;

    AuthorizationResponse(Map<String, String> params, String providerId) {
        this.params = params;
        this.providerId = providerId;
    }

    /**
     * RFC 6749 §3.1: no parameter is included more than once.
     *
     * @param repeated names that the response has several times
     */
    static void requireOnce(Set<String> repeated) {
        if (isRepeated(repeated)) throw new OAuthException("a parameter of the authorization response is repeated");
    }

    /** Whether one of the response's own parameters is among these. Further ones are the provider's business. */
    static boolean isRepeated(Set<String> repeated) {
        return repeated.stream().anyMatch(PARAMETERS::contains);
    }

    void validate(ServerMetadata server) {
        if (params.containsKey("response")) throw new OAuthException("a response in a token wasn't requested");
        requireIssuer(server);
        refuseError();
        if (params.containsKey("id_token") || params.containsKey("token")) {
            throw new OAuthException("tokens in an authorization response weren't requested");
        }
    }

    @Nullable String state() {
        return params.get("state");
    }

    String code() {
        var code = params.get("code");
        if (code == null || code.isEmpty()) throw new OAuthException("the authorization response has no code");
        return code;
    }

    /** RFC 9207 §2.4: an answer by another provider than the one that was asked. */
    private void requireIssuer(ServerMetadata server) {
        var issuer = server.issuer();
        if (issuer == null) return;
        var named = params.get("iss");
        if (named == null && server.sendsIssuer()) throw new OAuthException("the authorization response has no iss");
        if (named != null && !named.equals(issuer))
            throw new OAuthException("the authorization response's iss is a different one");
    }

    /** @param expected the state that was sent; {@code null} where none is expected */
    void requireState(@Nullable String expected) {
        if (expected == null) return;
        var state = params.get("state");
        if (state == null || !Hashes.equal(state, expected)) {
            throw new OAuthException("the authorization response's state is not the one that was sent");
        }
    }

    void refuseError() {
        var error = params.get("error");
        if (error == null) return;
        var code = ERROR_CODE.matcher(error).matches() ? error : "an unknown code";
        throw new AuthException(
                ErrorType.OAUTH_CALLBACK_ERROR, "the provider responded with the error " + code, null, providerId);
    }
}
