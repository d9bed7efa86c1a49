package dev.cardea.providers;

import dev.cardea.http.Form;
import dev.cardea.http.Response;
import dev.cardea.internal.oauth.TokenEndpoint;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.OAuthException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The authorization code grant (RFC 6749 §4.1.3) for services that deviate from it: with another address, another
 * method or additional fields.
 */
final class CodeGrant {
    private CodeGrant() {}

    static Map<String, String> form(Claims params, Claims checks) {
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "authorization_code");
        form.put("code", code(params));
        form.put("redirect_uri", Objects.requireNonNull(checks.text("redirect_uri"), "redirect_uri"));
        var verifier = checks.text("code_verifier");
        if (verifier != null) form.put("code_verifier", verifier);
        return form;
    }

    private static String code(Claims params) {
        var code = params.text("code");
        if (code == null || code.isEmpty()) throw new OAuthException("the authorization response has no code");
        return code;
    }

    /** Adds the client to the form (RFC 6749 §2.3.1). */
    static Map<String, String> withClient(ClientRegistration provider, Map<String, String> form) {
        form.put("client_id", Objects.requireNonNull(provider.clientId(), "clientId is not set"));
        form.put("client_secret", Objects.requireNonNull(provider.clientSecret(), "clientSecret is not set"));
        return form;
    }

    /** Returns the client as a header (RFC 6749 §2.3.1). */
    static String basic(ClientRegistration provider) {
        var id = Objects.requireNonNull(provider.clientId(), "clientId is not set");
        var secret = Objects.requireNonNull(provider.clientSecret(), "clientSecret is not set");
        var pair = Form.encode(id) + ":" + Form.encode(secret);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the token set; the response need not name the token type. */
    static Claims tokens(Response answer) {
        var repaired = TokenResponseFix.tokens(TokenResponseFix::bearer).apply(answer);
        return TokenEndpoint.validate(repaired == null ? answer : repaired);
    }

    /** Returns the token set from a response that may be a form instead of JSON. */
    static Claims tokensOfAnyForm(Response answer) {
        boolean json = answer.text().stripLeading().startsWith("{");
        if (json || answer.status() != 200) return tokens(answer);
        return tokens(Response.json(200, Json.print(Form.decode(answer.text().strip()))));
    }
}
