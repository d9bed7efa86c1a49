package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A brand as JSON, read off the provider itself, so that the list cannot say something else than the class does. */
final class Facts {
    private final Brand brand;
    private final Provider provider;

    Facts(Brand brand, Provider provider) {
        this.brand = brand;
        this.provider = provider;
    }

    Claims all() {
        var facts = Claims.of("file", Providers.fileOf(provider.id()))
                .with("id", provider.id())
                .with("name", provider.name())
                .with("type", provider.type().wire())
                .with("env", env())
                .with("options", brand.options().stream().map(Facts::option).toList());
        if (provider instanceof EmailProvider email) {
            return facts.with("maxAge", email.maxAge().toSeconds());
        }
        return facts.withAll(oauth(((OAuthProvider) provider).resolved()));
    }

    private Claims env() {
        var prefix = "AUTH_" + provider.id().toUpperCase(Locale.ROOT).replace('-', '_') + "_";
        if (provider.type() == ProviderType.EMAIL) return Claims.of("apiKey", prefix + "KEY");
        return Claims.of("clientId", prefix + "ID")
                .with("clientSecret", prefix + "SECRET")
                .with("issuer", prefix + "ISSUER");
    }

    private static Claims option(Option option) {
        return Claims.of("name", option.name())
                .with("type", option.kind().name().toLowerCase(Locale.ROOT))
                .with("required", option.needed())
                .with("default", option.fallback())
                .with("note", option.means());
    }

    private static Claims oauth(OAuthProvider p) {
        var issuer = p.issuer() == null && p.isOidc() ? "{issuer}" : p.issuer();
        var method = Objects.requireNonNullElse(p.client().text("token_endpoint_auth_method"), "client_secret_basic");
        return Claims.of("issuer", issuer)
                .with("wellKnown", p.wellKnown())
                .with("authorization", endpoint(p.authorization()))
                .with("token", endpoint(p.token()))
                .with("userinfo", endpoint(p.userinfo()))
                .with("discovery", discovery(p, issuer))
                .with("scope", scope(p))
                .with("checks", Claims.of("effective", checks(p)))
                .with("idToken", idToken(p))
                .with("clientAuthentication", Claims.of("method", method))
                .with("clientMetadata", p.client().without("token_endpoint_auth_method"))
                .with("responseMode", Objects.requireNonNullElse(param(p, "response_mode"), "query"))
                .with("style", Claims.of("brandColor", p.style().brandColor()))
                .with("allowDangerousEmailAccountLinking", Claims.of("default", p.allowsDangerousEmailAccountLinking()))
                .with("profileMapping", mapping(p))
                .with(
                        "custom",
                        Claims.of("profile", p.profile().isPresent())
                                .with("userinfoRequest", p.userinfoRequest().isPresent())
                                .with("tokenRequest", p.tokenRequest().isPresent())
                                .with("tokenConform", p.conform().isPresent()))
                .with(
                        "statusToday",
                        p.retired() == null
                                ? Claims.of("state", "works")
                                : Claims.of("state", "gone").with("text", p.retired()));
    }

    private static @Nullable Claims endpoint(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : Claims.of("url", endpoint.url()).with("params", endpoint.params());
    }

    private static Claims discovery(OAuthProvider p, @Nullable String issuer) {
        boolean first = urlOf(p.authorization()) == null;
        boolean second = urlOf(p.token()) == null && urlOf(p.userinfo()) == null;
        var below = issuer == null ? null : issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration";
        return Claims.of("authorizationStep", first)
                .with("tokenStep", second)
                .with("url", first || second ? (p.wellKnown() == null ? below : p.wellKnown()) : null);
    }

    private static @Nullable String urlOf(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }

    private static Claims scope(OAuthProvider p) {
        var own = param(p, "scope");
        var effective = own == null && p.isOidc() ? "openid profile email" : own;
        return Claims.of("effectiveDefault", effective)
                .with("source", own == null ? "core default" : "provider")
                .with("separator", effective != null && effective.contains(",") ? "comma" : "space");
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
        return p.idToken() ? "required; its claims are the profile" : "required; the profile is the userinfo answer";
    }

    private static Claims mapping(OAuthProvider p) {
        var own = p.profile().orElse(Mapping.STANDARD);
        var words = own instanceof Mapping mapping ? Claims.of(mapping.inWords()) : Claims.NONE;
        return Claims.of("source", own == Mapping.STANDARD ? "core default" : "provider")
                .withAll(words);
    }
}
