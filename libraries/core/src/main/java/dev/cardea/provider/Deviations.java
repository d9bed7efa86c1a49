package dev.cardea.provider;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where a provider departs from the protocol. What is {@code null} follows it.
 *
 * @param tokenRequest redeems the code
 * @param userinfoRequest fetches the profile
 * @param tokenResponse repairs the response of the token endpoint
 * @param http decorates the HTTP client of each call
 */
record Deviations(
        @Nullable TokenRequest tokenRequest,
        @Nullable UserInfoRequest userinfoRequest,
        @Nullable Function<Response, @Nullable Response> tokenResponse,
        UnaryOperator<HttpHandler> http) {
    static final Deviations NONE = new Deviations(null, null, null, UnaryOperator.identity());

    Deviations tokenRequest(@Nullable TokenRequest value) {
        return new Deviations(value, userinfoRequest, tokenResponse, http);
    }

    Deviations userinfoRequest(@Nullable UserInfoRequest value) {
        return new Deviations(tokenRequest, value, tokenResponse, http);
    }

    Deviations tokenResponse(@Nullable Function<Response, @Nullable Response> value) {
        return new Deviations(tokenRequest, userinfoRequest, value, http);
    }

    Deviations http(UnaryOperator<HttpHandler> value) {
        return new Deviations(tokenRequest, userinfoRequest, tokenResponse, value);
    }
}
