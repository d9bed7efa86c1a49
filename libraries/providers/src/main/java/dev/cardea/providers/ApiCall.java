package dev.cardea.providers;

import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.QueryUrl;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An API request to a provider, with a JSON response. Immutable. */
final class ApiCall {
    private final Request request;

    private ApiCall(Request request) {
        this.request = request;
    }

    static ApiCall get(String url) {
        return new ApiCall(Request.get(url).header("accept", "application/json"));
    }

    /** Makes a post without a body. */
    static ApiCall post(String url) {
        return new ApiCall(Request.of("POST", url).header("accept", "application/json"));
    }

    static ApiCall post(String url, Map<String, String> form) {
        return new ApiCall(Request.post(url, "application/x-www-form-urlencoded", Form.encode(form))
                .header("accept", "application/json"));
    }

    static ApiCall post(String url, Claims json) {
        return new ApiCall(Request.post(url, "application/json", json.toJson()).header("accept", "application/json"));
    }

    /** Returns the address of the profile, from the configuration or from the provider's default. */
    static String userinfo(ClientRegistration provider) {
        return address(provider.userinfo());
    }

    static String token(ClientRegistration provider) {
        return address(provider.token());
    }

    private static String address(@Nullable Endpoint endpoint) {
        var known = Objects.requireNonNull(endpoint, "endpoint");
        return QueryUrl.of(Objects.requireNonNull(known.url(), "url"))
                .setAll(known.params())
                .toString();
    }

    /** Returns a copy with one more form field. */
    ApiCall field(String name, String value) {
        var before = request.text();
        var pair = Form.encode(name) + "=" + Form.encode(value);
        var typed = before.isEmpty() ? request.header("content-type", "application/x-www-form-urlencoded") : request;
        return new ApiCall(typed.body(before.isEmpty() ? pair : before + "&" + pair));
    }

    ApiCall header(String name, String value) {
        return new ApiCall(request.header(name, value));
    }

    ApiCall bearer(TokenSet tokens) {
        return header("authorization", "Bearer " + accessToken(tokens));
    }

    static String accessToken(TokenSet tokens) {
        return Objects.requireNonNull(tokens.accessToken(), "access_token");
    }

    /** @throws OAuthException if the response is an error or not a JSON object */
    Claims object(HttpHandler http) {
        if (value(http) instanceof Map<?, ?> object) return Claims.of(object);
        throw new OAuthException(host() + " did not respond with a JSON object");
    }

    /** @throws OAuthException if the response is an error or not a JSON list */
    List<?> list(HttpHandler http) {
        if (value(http) instanceof List<?> list) return list;
        throw new OAuthException(host() + " did not respond with a JSON list");
    }

    private @Nullable Object value(HttpHandler http) {
        var answer = send(http);
        if (answer.status() != 200) throw new OAuthException(host() + " returned status " + answer.status());
        try {
            return Json.parse(answer.text(), Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new OAuthException(host() + " did not respond with JSON", e);
        }
    }

    Response send(HttpHandler http) {
        return http.handle(request);
    }

    private String host() {
        return request.headers().first("host").orElse("the service");
    }
}
