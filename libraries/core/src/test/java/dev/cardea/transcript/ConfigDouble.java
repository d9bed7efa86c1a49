package dev.cardea.transcript;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.hook.BuiltIn;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.CookieOptions;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.Theme;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The configuration of a case, with doubles for its functions. */
final class ConfigDouble {
    private final Transcript transcript;
    private final RecordedCalls tape;
    private final Claims config;

    ConfigDouble(Transcript transcript, RecordedCalls tape) {
        this.transcript = transcript;
        this.tape = tape;
        config = transcript.config();
    }

    AuthConfig build() {
        var builder = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .clock(Clock.fixed(transcript.now(), ZoneOffset.UTC))
                .http(new HttpDouble(transcript, tape))
                .logger(new LoggerDouble(tape))
                .callbacks(callbacks())
                .events(new EventDoubles(tape))
                .debug(Boolean.TRUE.equals(config.value("debug")));
        trust(builder);
        secret(builder);
        for (var provider : config.get(Claim.list("providers")).orElse(List.of())) {
            builder.provider(new ProviderDoubles(tape).of(Claims.of((Map<?, ?>) provider)));
        }
        if (config.text("basePath") != null) builder.basePath(config.text("basePath"));
        if (config.text("redirectProxyUrl") != null) builder.redirectProxyUrl(config.text("redirectProxyUrl"));
        if (config.value("useSecureCookies") instanceof Boolean secure) builder.useSecureCookies(secure);
        if (Boolean.TRUE.equals(config.value("skipCSRFCheck"))) builder.danger().skipCsrfCheck();
        adapter(builder);
        builder.session(session()).jwt(jwt()).pages(pages()).theme(theme());
        cookies(builder);
        var experimental = config.get(Claim.object("experimental")).orElse(Claims.NONE);
        if (experimental.value("enableWebAuthn") instanceof Boolean on) builder.enableWebAuthn(on);
        return builder.build();
    }

    private Callbacks callbacks() {
        var set = config.get(Claim.object("callbacks")).orElse(Claims.NONE);
        return BuiltIn.unless(set.has("jwt"), set.has("session"), new CallbackDoubles(tape).callbacks());
    }

    private void trust(AuthConfig.Builder builder) {
        if (!config.has("trustHost")) builder.trustHost(true);
        else builder.trustHost(Boolean.TRUE.equals(config.value("trustHost")));
    }

    private void secret(AuthConfig.Builder builder) {
        if (!config.has("secret")) builder.secret("secret");
        else if (config.value("secret") instanceof String text) builder.secret(text);
        else
            builder.secret(config.get(Claim.list("secret")).orElse(List.of()).stream()
                    .map(String.class::cast)
                    .toList());
    }

    private void adapter(AuthConfig.Builder builder) {
        var adapter = config.value("adapter");
        if (adapter instanceof List<?> methods) builder.adapter(AdapterDouble.of(tape, methods));
        if (adapter instanceof Map<?, ?> map && map.get("class") instanceof List<?> methods) {
            builder.adapter(AdapterDouble.of(tape, methods));
        }
    }

    private SessionOptions session() {
        var source = config.get(Claim.object("session")).orElse(Claims.NONE);
        var options = SessionOptions.DEFAULT;
        if ("jwt".equals(source.text("strategy"))) options = SessionOptions.jwt();
        if ("database".equals(source.text("strategy"))) options = SessionOptions.database();
        var maxAge = source.get(Claim.number("maxAge"));
        if (maxAge.isPresent()) options = options.maxAge(Duration.ofSeconds(maxAge.get()));
        var updateAge = source.get(Claim.number("updateAge"));
        if (updateAge.isPresent()) options = options.updateAge(Duration.ofSeconds(updateAge.get()));
        if (source.has("generateSessionToken")) {
            options = options.generateSessionToken(() -> (String) RecordedCalls.returned(
                    tape.play("session.generateSessionToken").orElseThrow()));
        }
        return options;
    }

    private JwtOptions jwt() {
        var source = config.get(Claim.object("jwt")).orElse(Claims.NONE);
        var options = JwtOptions.DEFAULT;
        var maxAge = source.get(Claim.number("maxAge"));
        if (maxAge.isPresent()) options = options.maxAge(Duration.ofSeconds(maxAge.get()));
        if (!source.has("encode")) return options;
        return options.codec(new JwtCodec() {
            @Override
            public String encode(EncodeParams params) {
                var args = arguments(params.secret(), params.salt())
                        .with("maxAge", params.maxAge())
                        .with("token", params.token());
                return (String)
                        RecordedCalls.returned(tape.play("jwt.encode", args).orElseThrow());
            }

            @Override
            public Optional<Claims> decode(DecodeParams params) {
                var args = arguments(params.secret(), params.salt()).with("token", params.token());
                var entry = tape.play("jwt.decode", args).orElseThrow();
                return RecordedCalls.returned(entry) instanceof Map<?, ?> claims
                        ? Optional.of(Claims.of(claims))
                        : Optional.empty();
            }

            private Claims arguments(Secrets secret, String salt) {
                return Claims.of("secret", secret.joined()).with("salt", salt);
            }
        });
    }

    private PagesOptions pages() {
        var source = config.get(Claim.object("pages")).orElse(Claims.NONE);
        return new PagesOptions(
                source.text("signIn"),
                source.text("signOut"),
                source.text("error"),
                source.text("verifyRequest"),
                source.text("newUser"));
    }

    private Theme theme() {
        var source = config.get(Claim.object("theme")).orElse(Claims.NONE);
        var theme = Theme.DEFAULT;
        if (source.text("colorScheme") != null) theme = theme.colorScheme(source.text("colorScheme"));
        if (source.text("logo") != null) theme = theme.logo(source.text("logo"));
        if (source.text("brandColor") != null) theme = theme.brandColor(source.text("brandColor"));
        if (source.text("buttonText") != null) theme = theme.buttonText(source.text("buttonText"));
        return theme;
    }

    private void cookies(AuthConfig.Builder builder) {
        var source = config.get(Claim.object("cookies")).orElse(Claims.NONE);
        for (var cookie : AuthCookie.values()) {
            var own = source.get(Claim.object(cookie.key()));
            if (own.isEmpty()) continue;
            var options = own.get().get(Claim.object("options")).orElse(Claims.NONE);
            builder.cookie(cookie, new CookieOverride(own.get().text("name"), before -> changed(before, options)));
        }
    }

    private static CookieOptions changed(CookieOptions before, Claims options) {
        var o = before;
        if (options.text("sameSite") != null) {
            o = o.sameSite(
                    CookieOptions.SameSite.parse(options.text("sameSite")).orElseThrow());
        }
        if (options.has("domain")) o = o.domain(options.text("domain"));
        if (options.has("path")) o = o.path(options.text("path"));
        if (options.has("maxAge"))
            o = o.maxAge(options.get(Claim.number("maxAge")).orElseThrow());
        if (options.value("secure") instanceof Boolean b) o = o.secure(b);
        if (options.value("httpOnly") instanceof Boolean b) o = o.httpOnly(b);
        if (options.value("partitioned") instanceof Boolean b) o = o.partitioned(b);
        if (options.text("priority") != null) {
            o = o.priority(
                    CookieOptions.Priority.valueOf(options.text("priority").toUpperCase(Locale.ROOT)));
        }
        return o;
    }
}
