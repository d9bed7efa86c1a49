package dev.cardea.transcript;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Requirement;
import dev.cardea.provider.SigningKey;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.vectors.Vectors;
import java.text.ParseException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Providers as a case configured them; their functions answer what was recorded. */
final class ProviderDoubles {
    private final RecordedCalls tape;

    ProviderDoubles(RecordedCalls tape) {
        this.tape = tape;
    }

    Provider of(Claims config) {
        var options = config.get(Claim.object("options")).orElse(Claims.NONE);
        var type = config.text("type");
        if (config.has("$factory") || "webauthn".equals(type)) return webAuthn(config);
        return switch (String.valueOf(type)) {
            case "credentials" -> credentials(config, options);
            case "email" -> email(config, options);
            default -> oauth(config, options);
        };
    }

    private Provider webAuthn(Claims config) {
        var id = config.has("$factory") ? config.text("$factory") : config.text("id");
        boolean passkey = id.equals("passkey");
        var provider = WebAuthnProvider.of(id, passkey ? "Passkey" : "WebAuthn", new CeremonyDouble());
        if (passkey) {
            provider = provider.userVerification(Requirement.REQUIRED).residentKey(Requirement.REQUIRED);
        }
        var fields = new LinkedHashMap<String, CredentialInput>();
        config.get(Claim.object("formFields"))
                .ifPresent(all -> all.asMap().forEach((name, field) -> fields.put(name, input((Map<?, ?>) field))));
        if (config.has("formFields")) provider = provider.formFields(fields);
        return provider.enableConditionalUI(!Boolean.FALSE.equals(config.value("enableConditionalUI")))
                .simpleWebAuthnBrowserVersion(config.text("simpleWebAuthnBrowserVersion"));
    }

    private Provider credentials(Claims config, Claims options) {
        var id = options.text("id") == null ? config.text("id") : options.text("id");
        var name = options.text("name") == null ? "Credentials" : options.text("name");
        var fields = new LinkedHashMap<String, CredentialInput>();
        options.get(Claim.object("credentials"))
                .ifPresent(all -> all.asMap().forEach((field, input) -> fields.put(field, input((Map<?, ?>) input))));
        CredentialsProvider.Authorize authorize = (accepted, request) -> {
            var entry = tape.play("provider.authorize", accepted, Wire.request(request))
                    .orElseThrow();
            return RecordedCalls.returned(entry) instanceof Map<?, ?> user
                    ? Optional.of(User.of(Claims.of(user)))
                    : Optional.empty();
        };
        return new CredentialsProvider(id, name, fields, options.has("authorize") ? authorize : null, false);
    }

    private static CredentialInput input(Map<?, ?> field) {
        var attributes = new LinkedHashMap<String, String>();
        field.forEach((name, value) ->
                attributes.put((String) name, Boolean.TRUE.equals(value) ? "" : String.valueOf(value)));
        return new CredentialInput(attributes);
    }

    private Provider email(Claims config, Claims options) {
        var id = config.text("id");
        var provider = EmailProvider.of(
                        id, request -> tape.play("provider.sendVerificationRequest", arguments(request)))
                .name(config.text("name") == null ? "Resend" : config.text("name"));
        var maxAge = config.get(Claim.number("maxAge"));
        if (maxAge.isPresent()) provider = provider.maxAge(Duration.ofSeconds(maxAge.get()));
        if (config.text("secret") != null) provider = provider.secret(config.text("secret"));
        if (config.has("generateVerificationToken")) {
            provider = provider.generateVerificationToken(() -> tape.play("provider.generateVerificationToken")
                    .map(entry -> (String) RecordedCalls.returned(entry))
                    .orElse(null));
        }
        return provider;
    }

    private static Claims arguments(VerificationRequest request) {
        var theme = Claims.of("colorScheme", request.theme().colorScheme())
                .with("logo", request.theme().logo())
                .with("brandColor", request.theme().brandColor())
                .with("buttonText", request.theme().buttonText());
        return Claims.of("identifier", request.identifier())
                .with("url", request.url())
                .with("token", request.token())
                .with("expires", request.expires())
                .with("provider", "<provider " + request.provider().id() + ">")
                .with("theme", theme)
                .with("request", Wire.request(request.request()));
    }

    private Provider oauth(Claims config, Claims options) {
        var provider = brand(config);
        for (var source : List.of(config, options)) provider = with(provider, source);
        return provider;
    }

    private static OAuthProvider brand(Claims config) {
        return switch (String.valueOf(config.text("builtin"))) {
            case "github" ->
                OAuthProvider.oauth("github", "GitHub")
                        .authorization("https://github.com/login/oauth/authorize")
                        .scope("read:user user:email")
                        .token("https://github.com/login/oauth/access_token")
                        .userinfo("https://api.github.com/user");
            case "google" -> OAuthProvider.oidc("google", "Google", "https://accounts.google.com");
            default ->
                config.text("type").equals("oidc")
                        ? OAuthProvider.oidc(config.text("id"), nameOf(config), null)
                        : OAuthProvider.oauth(config.text("id"), nameOf(config));
        };
    }

    private static String nameOf(Claims config) {
        return config.text("name") == null ? config.text("id") : config.text("name");
    }

    private OAuthProvider with(OAuthProvider provider, Claims source) {
        var p = provider;
        if (source.has("clientId")) p = p.clientId(source.text("clientId"));
        if (source.has("clientSecret")) p = p.clientSecret(source.text("clientSecret"));
        if (source.has("issuer")) p = p.issuer(source.text("issuer"));
        if (source.has("wellKnown")) p = p.wellKnown(source.text("wellKnown"));
        if (source.has("redirectProxyUrl")) p = p.redirectProxyUrl(source.text("redirectProxyUrl"));
        if (Boolean.FALSE.equals(source.value("idToken"))) p = p.idToken(false);
        if (Boolean.TRUE.equals(source.value("allowDangerousEmailAccountLinking"))) {
            p = p.danger().allowDangerousEmailAccountLinking();
        }
        if (source.has("checks")) p = checks(p, source.get(Claim.list("checks")).orElseThrow());
        for (var entry :
                source.get(Claim.object("client")).orElse(Claims.NONE).asMap().entrySet()) {
            p = p.client(entry.getKey(), entry.getValue());
        }
        p = authorization(p, source.value("authorization"));
        p = token(p, source.value("token"));
        p = userinfo(p, source.value("userinfo"));
        return functions(p, source);
    }

    private static OAuthProvider checks(OAuthProvider provider, List<?> names) {
        var checks = names.stream()
                .filter(name -> !name.equals("none"))
                .map(name -> Check.valueOf(((String) name).toUpperCase(Locale.ROOT)))
                .toList();
        if (checks.isEmpty()) return provider.danger().noChecks();
        return provider.checks(checks.get(0), checks.subList(1, checks.size()).toArray(Check[]::new));
    }

    private static OAuthProvider authorization(OAuthProvider provider, Object value) {
        if (value instanceof String url) return provider.authorization(url);
        if (!(value instanceof Map<?, ?> endpoint)) return provider;
        var p = provider;
        if (endpoint.get("url") instanceof String url) p = p.authorization(url);
        for (var param : params(endpoint).entrySet()) p = p.authorizationParam(param.getKey(), param.getValue());
        return p;
    }

    private OAuthProvider token(OAuthProvider provider, Object value) {
        if (value instanceof String url) return provider.token(url);
        if (!(value instanceof Map<?, ?> endpoint)) return provider;
        var p = provider;
        if (endpoint.get("url") instanceof String url) p = p.token(url);
        for (var param : params(endpoint).entrySet()) p = p.tokenParam(param.getKey(), param.getValue());
        if (endpoint.containsKey("conform")) p = p.conform(this::conform);
        if (endpoint.containsKey("clientPrivateKey")) p = p.clientPrivateKey(key(endpoint.get("clientPrivateKey")));
        return p;
    }

    private Response conform(Response answer) {
        var entry = tape.play("provider.token.conform", Wire.response(answer)).orElseThrow();
        return RecordedCalls.returned(entry) instanceof Map<?, ?> replacement
                ? Wire.response(Claims.of(replacement))
                : null;
    }

    /** The key alone, or a key with its name. */
    private static SigningKey key(Object recorded) {
        var kid = recorded instanceof Map<?, ?> map && map.get("kid") instanceof String text ? text : null;
        try {
            var jwk = Vectors.read("keys")
                    .get(Claim.object("rs256"))
                    .flatMap(rs256 -> rs256.get(Claim.object("privateJwk")))
                    .orElseThrow();
            return new SigningKey(RSAKey.parse(jwk.toJson()).toPrivateKey(), kid);
        } catch (ParseException | JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private OAuthProvider userinfo(OAuthProvider provider, Object value) {
        if (value instanceof String url) return provider.userinfo(url);
        if (!(value instanceof Map<?, ?> endpoint)) return provider;
        var p = provider;
        if (endpoint.get("url") instanceof String url) p = p.userinfo(url);
        for (var param : params(endpoint).entrySet()) p = p.userinfoParam(param.getKey(), param.getValue());
        if (!endpoint.containsKey("request")) return p;
        return p.userinfoRequest((tokens, self, http) -> {
            var entry = tape.play(
                            "provider.userinfo.request",
                            Claims.of("tokens", tokens.claims()).with("provider", "<provider " + self.id() + ">"))
                    .orElseThrow();
            return RecordedCalls.returned(entry) instanceof Map<?, ?> profile ? Claims.of(profile) : null;
        });
    }

    private OAuthProvider functions(OAuthProvider provider, Claims source) {
        var p = provider;
        if ("[fn]".equals(source.value("profile"))) {
            p = p.profile((profile, tokens) -> {
                var entry = tape.play("provider.profile", profile.claims(), tokens.claims())
                        .orElseThrow();
                return User.of(Claims.of((Map<?, ?>) RecordedCalls.returned(entry)));
            });
        }
        if ("[fn]".equals(source.value("account"))) {
            p = p.account(tokens -> {
                var entry = tape.play("provider.account", tokens.claims()).orElseThrow();
                return RecordedCalls.returned(entry) instanceof Map<?, ?> stored ? Claims.of(stored) : null;
            });
        }
        return p;
    }

    private static Map<String, String> params(Map<?, ?> endpoint) {
        var params = new LinkedHashMap<String, String>();
        if (endpoint.get("params") instanceof Map<?, ?> all) {
            all.forEach((name, value) ->
                    params.put((String) name, value instanceof String text ? text : Json.print(value)));
        }
        return params;
    }
}
