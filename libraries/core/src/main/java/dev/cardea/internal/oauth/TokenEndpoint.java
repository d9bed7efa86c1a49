package dev.cardea.internal.oauth;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The authorization code grant (RFC 6749 §4.1.3, §5): makes the request and validates the response. */
public final class TokenEndpoint {
    private static final Pattern DIGITS = Pattern.compile("\\d{1,15}");

    private TokenEndpoint() {}

    /** @param verifier of PKCE (RFC 7636 §4.5), if PKCE was used */
    public static Request codeGrant(
            String address,
            String code,
            String redirectUri,
            @Nullable String verifier,
            ClientAuthentication client,
            ServerMetadata server,
            Clock clock,
            Randomness randomness) {
        var body = new LinkedHashMap<String, String>();
        body.put("redirect_uri", redirectUri);
        body.put("code", code);
        if (verifier != null) body.put("code_verifier", verifier);
        body.put("grant_type", "authorization_code");
        var authorization = client.apply(body, server, clock, randomness);
        var request = Request.post(address, "application/x-www-form-urlencoded;charset=UTF-8", Form.encode(body))
                .header("accept", "application/json");
        return authorization == null ? request : request.header("authorization", authorization);
    }

    /**
     * Returns the token set, with {@code token_type} in lower case and {@code expires_in} as a number.
     *
     * @param client as which the tokens were requested: the error names its setting that a service may reject
     * @throws OAuthException if the response is an error or not a token set
     */
    public static Claims validate(Response answer, ClientAuthentication client) {
        boolean mayBeAudience = (answer.status() == 400 || answer.status() == 401) && client.assertsForIssuer();
        if (!mayBeAudience) return validate(answer);
        throw new OAuthException(refusal(answer) + "; if the service accepts only its token endpoint as the audience of"
                + " client assertions, set assertionAudience to token_endpoint");
    }

    /**
     * Returns the token set, as above.
     *
     * @throws OAuthException if the response is an error or not a token set
     */
    public static Claims validate(Response answer) {
        if (answer.status() != 200) throw new OAuthException(refusal(answer));
        var tokens = JsonAnswer.object(answer, "the token endpoint's response");
        if (!isText(tokens, "access_token")) throw new OAuthException("the token endpoint returned no access_token");
        if (!isText(tokens, "token_type")) throw new OAuthException("the token endpoint returned no token_type");
        for (var name : List.of("refresh_token", "id_token")) {
            if (tokens.has(name) && !isText(tokens, name)) throw new OAuthException(name + " is not a text");
        }
        if (tokens.has("scope") && tokens.text("scope") == null) throw new OAuthException("scope is not a text");
        var type = String.valueOf(tokens.text("token_type")).toLowerCase(Locale.ROOT);
        if (!type.equals("bearer") && !type.equals("dpop")) throw new OAuthException("an unknown token_type");
        return lifetime(tokens.with("token_type", type));
    }

    private static String refusal(Response answer) {
        return "the token endpoint responded with " + answer.status();
    }

    private static Claims lifetime(Claims tokens) {
        if (!tokens.has("expires_in")) return tokens;
        var value = tokens.value("expires_in");
        if (value instanceof String text && DIGITS.matcher(text).matches()) {
            return tokens.with("expires_in", Long.parseLong(text));
        }
        var seconds = tokens.get(Claim.decimal("expires_in")).orElse(-1.0);
        if (!(seconds >= 0 && seconds < 1e15)) throw new OAuthException("expires_in is not a number of seconds");
        return tokens;
    }

    private static boolean isText(Claims tokens, String name) {
        var text = tokens.text(name);
        return text != null && !text.isEmpty();
    }
}
