package dev.cardea.internal.oauth;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The userinfo endpoint (OpenID Connect Core §5.3): makes the request and validates the response. */
public final class UserInfo {
    private UserInfo() {}

    /** @param signedOnly whether this client requested a signed response */
    public static Request request(String address, String accessToken, boolean signedOnly) {
        return Request.get(address)
                .header("accept", signedOnly ? "application/jwt" : "application/json, application/jwt")
                .header("authorization", "Bearer " + accessToken);
    }

    /**
     * Returns the claims about the user.
     *
     * @param sub that the response must be about (§5.3.4); {@code null} for plain OAuth, which has none
     * @param signedOnly whether an unsigned response is rejected
     * @param signed verifies a response that is a signed token
     * @param subject receives whether the response is about that user
     */
    public static Claims validate(
            Response answer,
            @Nullable String sub,
            boolean signedOnly,
            Function<String, Claims> signed,
            Consumer<Boolean> subject) {
        if (answer.status() != 200) throw new OAuthException("the userinfo endpoint responded with " + answer.status());
        var type = answer.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        boolean isSigned = type.startsWith("application/jwt");
        if (signedOnly && !isSigned) throw new OAuthException("the userinfo response is not signed");
        var claims = isSigned ? signed.apply(answer.text().trim()) : JsonAnswer.object(answer, "the userinfo answer");
        if (sub == null) return claims;
        boolean isSame = sub.equals(claims.text("sub"));
        subject.accept(isSame);
        if (!isSame) {
            throw new OAuthException("the userinfo response is about another user than the ID token");
        }
        return claims;
    }
}
