package dev.cardea.providers;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.SignInParams;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.FakeClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A visitor's sign-in with a provider: redirect, callback, session. */
final class Journey {
    static final String APP = "https://app.example";
    static final FakeClock CLOCK = FakeClock.at("2026-11-20T12:00:00Z");

    private final OAuthProvider provider;
    private final Service service;
    private final Auth auth;
    private final List<AuthException> log = new ArrayList<>();
    private final Map<String, String> cookies = new LinkedHashMap<>();
    private final List<String> cookieLines = new ArrayList<>();
    private SignInParams arrived;
    private String location = "";

    private Journey(OAuthProvider brand, Service service) {
        this.service = service;
        var config = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .url(APP)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .clock(CLOCK)
                .http(service)
                .callbacks(Callbacks.DEFAULT.signIn(params -> {
                    arrived = params;
                    return Decision.allow();
                }))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .provider(brand.clientId("CLIENT_ID").clientSecret("CLIENT_SECRET-32-bytes-for-hmac--"));
        config.danger().skipCsrfCheck();
        var built = config.build();
        provider = (OAuthProvider) built.providers().get(0);
        auth = Auth.of(built);
        service.issuer(provider.issuer());
    }

    static Journey with(OAuthProvider provider, Service service) {
        return new Journey(provider, service);
    }

    /** Starts the sign-in; returns the address that the browser is redirected to. */
    String leave() {
        var begun = auth.handle(Request.post(
                APP + "/auth/signin/" + provider.id(), "application/x-www-form-urlencoded", "callbackUrl=%2F"));
        remember(begun);
        location = begun.header("location").orElse("");
        return location;
    }

    Map<String, String> sent() {
        return Form.decode(query());
    }

    private String query() {
        int hash = location.indexOf('#');
        var url = hash < 0 ? location : location.substring(0, hash);
        return url.contains("?") ? url.substring(url.indexOf('?') + 1) : "";
    }

    List<String> cookieLines() {
        return cookieLines;
    }

    /** Returns from the provider with a code, the state that was sent, and additional parameters. */
    Response back(Map<String, String> more) {
        answerNonce();
        var params = new LinkedHashMap<String, String>();
        params.put("code", "CODE");
        if (sent().containsKey("state")) params.put("state", sent().get("state"));
        params.putAll(more);
        var url = APP + "/auth/callback/" + provider.id();
        var request = "form_post".equals(sent().get("response_mode"))
                ? Request.post(url, "application/x-www-form-urlencoded", Form.encode(params))
                        .header("origin", "https://elsewhere.example")
                : Request.get(url + "?" + Form.encode(params));
        var answer = auth.handle(withCookies(request));
        if (!answer.header("location").equals(Optional.of(url))) return answer;
        // A cross-site post is transferred to a request with the visitor's own cookies.
        remember(answer);
        return auth.handle(withCookies(Request.get(url)));
    }

    private Request withCookies(Request request) {
        var header = new ArrayList<String>();
        cookies.forEach((name, value) -> header.add(name + "=" + value));
        return request.header("cookie", String.join("; ", header));
    }

    /** A real provider puts the nonce into the token that it signs. */
    private void answerNonce() {
        if (service.idToken().isEmpty()) return;
        long now = CLOCK.instant().getEpochSecond();
        var claims = Claims.of("iss", Objects.requireNonNull(provider.issuer()))
                .withAll(service.idToken())
                .with("aud", "CLIENT_ID")
                .with("iat", now)
                .with("nbf", now)
                .with("exp", now + 3600)
                .withPresent("nonce", sent().get("nonce"))
                .without("azp")
                .without("auth_time");
        var algorithm = provider.client().text("id_token_signed_response_alg");
        service.signIdToken(claims, algorithm == null ? "RS256" : algorithm, provider.clientSecret());
    }

    /** Completes the whole sign-in and expects success. */
    SignInParams arrive() {
        return arrive(Map.of());
    }

    SignInParams arrive(Map<String, String> more) {
        if (location.isEmpty()) leave();
        var response = back(more);
        if (arrived == null) {
            throw new AssertionError("did not arrive, but at " + response.header("location") + ": " + log, failure());
        }
        return arrived;
    }

    Optional<SignInParams> arrived() {
        return Optional.ofNullable(arrived);
    }

    /** Returns the reason of the last rejection. */
    Throwable failure() {
        return log.isEmpty() ? null : log.get(log.size() - 1);
    }

    private void remember(Response response) {
        for (var field : response.headers().fields()) {
            if (!field.name().equalsIgnoreCase("set-cookie")) continue;
            var pair = field.value().split(";", 2)[0].split("=", 2);
            cookies.put(pair[0], pair[1]);
            cookieLines.add(field.value());
        }
    }
}
