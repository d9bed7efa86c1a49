package dev.cardea.providers;

import java.util.Map;

/**
 * A GET request that a provider makes besides those for code, tokens and profile.
 *
 * @param condition when the request is made, in words
 * @param url its address; values of the sign-in appear as {@code {name}}
 * @param headers its headers besides {@code accept}
 * @param use what the response is used for, in words
 */
public record ExtraCall(String condition, String url, Map<String, String> headers, String use) {
    public ExtraCall {
        headers = Map.copyOf(headers);
    }

    /** Makes a request with the access token in a header (RFC 6750 §2.1). */
    static ExtraCall bearer(String condition, String url, String use) {
        return new ExtraCall(condition, url, Map.of("authorization", "Bearer {access_token}"), use);
    }
}
