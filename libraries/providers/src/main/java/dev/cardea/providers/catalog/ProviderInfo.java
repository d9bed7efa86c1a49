package dev.cardea.providers.catalog;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.providers.Brand;
import dev.cardea.providers.ExtraCall;
import dev.cardea.providers.Mapping;
import dev.cardea.providers.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes a built-in provider as JSON: its addresses, options, checks, mapping and notes. Everything is read from the
 * provider itself, so the description always matches the class.
 */
public final class ProviderInfo {
    private static final String ISSUER = "{issuer}";
    private static final String CORE_SCOPE = "openid profile email";

    private final Brand brand;
    private final Provider provider;

    private ProviderInfo(Brand brand) {
        this.brand = brand;
        this.provider = brand.example(Map.of());
    }

    /** Describes a provider; values that the application must set appear as {@code {name}}. */
    public static Claims of(Brand brand) {
        return new ProviderInfo(brand).describe();
    }

    private Claims describe() {
        var about = brand.facts();
        var kind = provider.accept(new KindReader());
        var facts = Claims.of("file", Objects.requireNonNullElse(about.authJsFile(), provider.id()))
                .with("id", provider.id())
                .with("name", provider.name())
                .with("type", provider.type().wire())
                .with("statusToday", status())
                .with("env", kind.env)
                .with("options", options(kind.options))
                .with("quirks", about.notes());
        return facts.withAll(kind.more);
    }

    /**
     * What depends on the kind of provider.
     *
     * @param env the settings from the environment, with their variables
     * @param options those that every provider of the kind has
     * @param more the other facts
     */
    private record KindFacts(Claims env, List<Claims> options, Claims more) {}

    private final class KindReader implements Provider.Cases<KindFacts> {
        @Override
        public KindFacts oauth(OAuthProvider written) {
            var env = Claims.of("clientId", variable("ID"))
                    .with("clientSecret", variable("SECRET"))
                    .with("issuer", variable("ISSUER"));
            var issuer = Claims.of("name", "issuer")
                    .with("type", type(Option.Kind.URL))
                    .with("required", written.issuer() == null)
                    .with("default", written.issuer());
            return new KindFacts(
                    env,
                    hasIssuer(written) ? List.of(issuer) : List.of(),
                    Claims.of("deprecated", written.retired())
                            .withAll(ProviderInfo.this.oauth(written, written.resolved())));
        }

        @Override
        public KindFacts email(EmailProvider email) {
            var options = new ArrayList<Claims>();
            options.add(Claims.of("name", "apiKey")
                    .with("type", type(Option.Kind.SECRET))
                    .with("required", true)
                    .with("default", null));
            if (email.from() == null) {
                options.add(Claims.of("name", "from")
                        .with("type", type(Option.Kind.TEXT))
                        .with("required", true)
                        .with("default", null));
            }
            options.add(Claims.of("name", "maxAge")
                    .with("type", "seconds")
                    .with("required", false)
                    .with("default", email.maxAge().toSeconds()));
            return new KindFacts(
                    Claims.of("apiKey", variable("KEY")),
                    options,
                    Claims.of("from", null).with("maxAge", email.maxAge().toSeconds()));
        }

        @Override
        public KindFacts credentials(CredentialsProvider provider) {
            throw new IllegalArgumentException(provider.id() + " is not a service");
        }

        @Override
        public KindFacts webAuthn(WebAuthnProvider provider) {
            throw new IllegalArgumentException(provider.id() + " is not a service");
        }
    }

    private Claims status() {
        var status = brand.status();
        return Claims.of("state", status.state().wire()).withPresent("text", status.text());
    }

    private String variable(String what) {
        return Provider.variable(provider.id(), what);
    }

    private List<Claims> options(List<Claims> ofKind) {
        var all = new ArrayList<>(ofKind);
        brand.options().forEach(option -> all.add(option(option)));
        return all;
    }

    /** Returns the type of a value in a configuration file. */
    private static String type(Option.Kind kind) {
        return switch (kind) {
            case TEXT, SECRET -> "string";
            case URL -> "url string";
            case NUMBER -> "number";
            case FLAG -> "boolean";
        };
    }

    private static Claims option(Option option) {
        var described = Claims.of("name", option.name())
                .with("type", type(option.kind()))
                .with("required", option.needed())
                .with("default", parse(option, option.fallback()));
        if (!option.values().isEmpty()) {
            var values = option.values().stream().map(value -> parse(option, value));
            described = described.with("values", values.toList());
        }
        return described.with("note", option.means());
    }

    private static @Nullable Object parse(Option option, @Nullable String text) {
        if (text == null) return null;
        return switch (option.kind()) {
            case NUMBER -> Long.valueOf(text);
            case FLAG -> Boolean.valueOf(text);
            case TEXT, URL, SECRET -> text;
        };
    }

    /** Returns whether the issuer has any effect. */
    private static boolean hasIssuer(OAuthProvider p) {
        boolean below = Stream.of(p.authorization(), p.token(), p.userinfo())
                .anyMatch(endpoint -> String.valueOf(urlOf(endpoint)).contains(ISSUER));
        return p.isOidc() || below;
    }

    /**
     * @param written with {@code {issuer}} if it is below the issuer
     * @param p with the issuer, if there is a default
     */
    private Claims oauth(OAuthProvider written, OAuthProvider p) {
        var issuer = p.issuer() == null && hasIssuer(written) ? ISSUER : p.issuer();
        var method = Objects.requireNonNullElse(p.client().text("token_endpoint_auth_method"), "client_secret_basic");
        var metadata = p.client().without("token_endpoint_auth_method");
        return Claims.of("issuer", issuer)
                .with("wellKnown", wellKnown(written.wellKnown()))
                .withAll(endpoints(p))
                .with("withOptions", withOptions())
                .with("discovery", discovery(written, p, issuer))
                .with("jwks", p.isOidc() ? "named by discovery (jwks_uri)" : null)
                .with("scope", scope(p))
                .with(
                        "checks",
                        Claims.of("effective", checks(p))
                                .with("source", source(!p.checks().equals(Set.of(Check.PKCE)))))
                .with("idToken", idToken(p))
                .with(
                        "clientAuthentication",
                        Claims.of("method", method)
                                .with("source", source(p.client().has("token_endpoint_auth_method"))))
                .with("clientMetadata", metadata.asMap().isEmpty() ? null : metadata)
                .with("responseMode", Objects.requireNonNullElse(param(p, "response_mode"), "query"))
                .with("profileRequest", ProfileRequest.of(p))
                .with("extraCalls", extraCalls())
                .with("style", Claims.of("brandColor", p.style().brandColor()))
                .with("button", Claims.of("colour", p.style().brandColor()).with("logo", null))
                .with("allowDangerousEmailAccountLinking", Claims.of("default", p.allowsDangerousEmailAccountLinking()))
                .with("profileMapping", mapping(p))
                .with(
                        "custom",
                        Claims.of("profile", p.profile().isPresent())
                                .with(
                                        "profileNeedsTokens",
                                        p.profile().orElse(Mapping.STANDARD) instanceof Mapping own
                                                && own.readsOtherSources())
                                .with("userinfoRequest", p.userinfoRequest().isPresent())
                                .with("tokenRequest", p.tokenRequest().isPresent())
                                .with("tokenConform", p.conform().isPresent()))
                .with("startupCheck", Claims.of("ok", p.retired() == null));
    }

    private static String source(boolean own) {
        return own ? "provider" : "core default";
    }

    private static @Nullable Claims wellKnown(@Nullable String written) {
        return written == null ? null : Claims.of("declared", written).with("used", true);
    }

    private static Claims endpoints(OAuthProvider p) {
        return Claims.of("authorization", endpoint(p.authorization()))
                .with("token", token(p))
                .with(
                        "userinfo",
                        withMark(
                                endpoint(p.userinfo()),
                                "customRequest",
                                p.userinfoRequest().isPresent()));
    }

    private static @Nullable Claims token(OAuthProvider p) {
        var asked =
                withMark(endpoint(p.token()), "customRequest", p.tokenRequest().isPresent());
        return withMark(asked, "rewritesResponse", p.conform().isPresent());
    }

    private static @Nullable Claims withMark(@Nullable Claims endpoint, String how, boolean so) {
        return endpoint == null || !so ? endpoint : endpoint.with(how, true);
    }

    private static @Nullable Claims endpoint(@Nullable Endpoint endpoint) {
        if (endpoint == null) return null;
        var params = Claims.NONE;
        for (var param : endpoint.params().entrySet()) {
            if (param.getKey().equals("scope") && param.getValue().equals(CORE_SCOPE)) continue;
            boolean json = param.getKey().equals("claims");
            params = params.with(param.getKey(), json ? Json.parseObject(param.getValue(), 10) : param.getValue());
        }
        return Claims.of("url", endpoint.url()).with("params", params);
    }

    /** Describes the calls besides code, tokens and profile; {@code null} if there are none. */
    private @Nullable List<Claims> extraCalls() {
        var calls = brand.facts().extraCalls();
        return calls.isEmpty()
                ? null
                : calls.stream().map(ProviderInfo::extraCall).toList();
    }

    private static Claims extraCall(ExtraCall call) {
        return Claims.of("when", call.condition())
                .with("method", "GET")
                .with("url", call.url())
                .with("headers", call.headers())
                .with("use", call.use());
    }

    /** Returns its addresses with the options that affect them. */
    private @Nullable Claims withOptions() {
        var values = new LinkedHashMap<String, String>();
        for (var option : brand.options()) {
            boolean plain = option.kind() == Option.Kind.TEXT || option.kind() == Option.Kind.URL;
            if (option.needed() || !plain) continue;
            var allowed = option.values();
            values.put(option.name(), allowed.isEmpty() ? option.placeholder() : allowed.get(allowed.size() - 1));
        }
        if (values.isEmpty()) return null;
        var other = ((OAuthProvider) brand.example(values)).resolved();
        return Claims.of("optionsSet", List.copyOf(values.keySet()))
                .with("issuer", other.issuer())
                .withAll(endpoints(other));
    }

    private static Claims discovery(OAuthProvider written, OAuthProvider p, @Nullable String issuer) {
        boolean first = urlOf(p.authorization()) == null;
        boolean second = urlOf(p.token()) == null && urlOf(p.userinfo()) == null;
        var below = issuer == null ? null : issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration";
        return Claims.of("authorizationStep", first)
                .with("tokenStep", second)
                .with("url", first || second ? Objects.requireNonNullElse(written.wellKnown(), below) : null);
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }

    private Claims scope(OAuthProvider p) {
        var requested = param(p, "scope");
        // OpenID Connect requests it by default, and some plain OAuth services need it too.
        var own = CORE_SCOPE.equals(requested) ? null : requested;
        var effective = own != null ? own : requested != null || p.isOidc() ? CORE_SCOPE : "";
        return Claims.of("effectiveDefault", effective)
                .with("source", own == null ? "core default" : own.isEmpty() ? "empty on purpose" : "provider")
                .with("separator", brand.facts().scopeSeparator().name().toLowerCase(Locale.ROOT));
    }

    private static @Nullable String param(OAuthProvider p, String name) {
        return p.authorization() == null ? null : p.authorization().params().get(name);
    }

    private static List<String> checks(OAuthProvider p) {
        return Stream.of(Check.PKCE, Check.STATE, Check.NONCE)
                .filter(p.checks()::contains)
                .map(check -> check.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String idToken(OAuthProvider p) {
        if (!p.isOidc()) return "not read";
        return p.idToken()
                ? "required and verified; its claims are the profile, userinfo is not called"
                : "required and verified, then userinfo is fetched and used as profile";
    }

    private static Claims mapping(OAuthProvider p) {
        var own = p.profile().orElse(Mapping.STANDARD);
        var words = own instanceof Mapping mapping ? Claims.of(mapping.inWords()) : Claims.NONE;
        return Claims.of("source", source(own != Mapping.STANDARD)).withAll(words);
    }
}
