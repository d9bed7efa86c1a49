package dev.cardea.server.file;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.AssertionAudience;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.SigningKey;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.Any;
import dev.cardea.server.file.Key.Shape.Choice;
import dev.cardea.server.file.Key.Shape.Group;
import dev.cardea.server.file.Key.Shape.ListOf;
import dev.cardea.server.file.Key.Shape.MapOf;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The keys of an OAuth or OpenID Connect provider, laid over what the provider is already. */
final class OAuthKeys {
    private static final Map<String, Optional<Check>> CHECKS = new LinkedHashMap<>();

    static {
        CHECKS.put("pkce", Optional.of(Check.PKCE));
        CHECKS.put("state", Optional.of(Check.STATE));
        CHECKS.put("nonce", Optional.of(Check.NONCE));
        CHECKS.put("none", Optional.empty());
    }

    private static final Map<String, AssertionAudience> AUDIENCES =
            Map.of("issuer", AssertionAudience.ISSUER, "token_endpoint", AssertionAudience.TOKEN_ENDPOINT);

    static final List<Key> KEYS = List.of(
            ButtonKeys.NAME,
            Key.text("clientId", null, "The client ID at the provider."),
            Key.secret("clientSecret", "The client secret at the provider."),
            Key.text("issuer", null, "The issuer URL of the provider."),
            Key.text("wellKnown", null, "The URL of the provider's metadata."),
            Key.text("jwks_endpoint", null, "The URL of the provider's keys."),
            Key.choice("assertionAudience", "issuer", "The audience of client assertions.", AUDIENCES),
            Key.of(
                    "client",
                    null,
                    "Client metadata (RFC 7591); privateKey is a file, and kid its key ID.",
                    new Group(
                            List.of(
                                    Key.text("kid", null, "The ID of the key."),
                                    Key.text("privateKey", null, "A file with the key, as PKCS#8.")),
                            true)),
            endpoint("authorization", "Where visitors sign in at the provider"),
            endpoint("token", "Where a code is exchanged"),
            endpoint("userinfo", "Where the profile is"),
            Key.text("redirectProxyUrl", null, "The same as the key of the file, for this provider only."),
            Key.of(
                    "checks",
                    "[pkce]",
                    "The checks of a sign-in; use [none] only if the provider doesn't support any.",
                    new ListOf(Choice.of(CHECKS))),
            Key.flag(
                    "allowDangerousEmailAccountLinking",
                    "false",
                    "Links accounts by email address. Leave it off unless the provider verifies every address."),
            Key.flag(
                    "idToken",
                    null,
                    "true: the ID token is the profile. false: the userinfo answer is. Unset: the ID token, completed."),
            ProfileKeys.KEY,
            Key.texts("account", "Which tokens to store."),
            ProviderLogoutKeys.KEY,
            ButtonKeys.STYLE);

    private final Section section;
    private OAuthProvider provider;

    private OAuthKeys(Section section, OAuthProvider provider) {
        this.section = section;
        this.provider = provider;
    }

    private static Key endpoint(String name, String means) {
        return Key.of(
                name,
                null,
                means + ": an address, or its parts.",
                Shape.TEXT,
                Shape.group(
                        Key.text("url", null, "The URL."),
                        Key.of("params", null, "Parameters to send.", new MapOf(new Any()))));
    }

    static OAuthProvider read(Section section, OAuthProvider start) {
        var keys = new OAuthKeys(section, start);
        keys.client();
        keys.endpoints();
        keys.protection();
        keys.person();
        keys.look();
        return keys.provider;
    }

    private void client() {
        text("clientId", OAuthProvider::clientId);
        section.secret("clientSecret").ifPresent(secret -> provider = provider.clientSecret(secret));
        text("issuer", OAuthProvider::issuer);
        text("wellKnown", OAuthProvider::wellKnown);
        text("jwks_endpoint", OAuthProvider::jwksEndpoint);
        section.choice("assertionAudience", AUDIENCES)
                .ifPresent(audience -> provider = provider.assertionAudience(audience));
        section.section("client", this::metadata);
    }

    /** Client metadata (RFC 7591) under its own names; {@code privateKey} is a file. */
    private void metadata(Section client) {
        var kid = client.text("kid").orElse(null);
        client.text("privateKey").ifPresent(file -> privateKey(client, file, kid));
        for (var name : client.keys()) {
            if (name.equals("kid") || name.equals("privateKey")) continue;
            var value = YamlToJson.of(client.item(name));
            if (value != null) provider = provider.client(name, value);
        }
    }

    private void privateKey(Section client, String file, @Nullable String kid) {
        try {
            var pem = Files.readString(client.source().resolve(file));
            provider = provider.clientPrivateKey(new SigningKey(PemKey.parse(pem), kid));
        } catch (IOException e) {
            client.wrong("privateKey", "is set to the file " + file + ", which can't be read");
        } catch (IllegalArgumentException e) {
            client.wrong("privateKey", "is set to the file " + file + ", but " + e.getMessage());
        }
    }

    private void endpoints() {
        endpoint("authorization", OAuthProvider::authorization, OAuthProvider::authorizationParam);
        endpoint("token", OAuthProvider::token, OAuthProvider::tokenParam);
        endpoint("userinfo", OAuthProvider::userinfo, OAuthProvider::userinfoParam);
        text("redirectProxyUrl", OAuthProvider::redirectProxyUrl);
    }

    private void endpoint(String key, BiFunction<OAuthProvider, String, OAuthProvider> setUrl, Parameter setParam) {
        var item = section.item(key);
        if (item == null) return;
        if (!(item instanceof Item.Table)) {
            text(key, setUrl);
            return;
        }
        section.section(key, below -> {
            below.text("url").ifPresent(url -> provider = setUrl.apply(provider, url));
            below.section("params", params -> {
                for (var name : params.keys()) {
                    var value = YamlToJson.of(params.item(name));
                    if (value == null) continue;
                    provider = setParam.set(provider, name, value instanceof String text ? text : Json.print(value));
                }
            });
        });
    }

    private void protection() {
        if (section.item("checks") != null) checks(section.choices("checks", CHECKS));
        if (section.flag("allowDangerousEmailAccountLinking").orElse(false)) {
            provider = provider.danger().allowDangerousEmailAccountLinking();
        }
    }

    private void checks(List<Optional<Check>> chosen) {
        var some = new HashSet<Check>();
        chosen.forEach(check -> check.ifPresent(some::add));
        boolean none = chosen.contains(Optional.empty());
        if (none && !some.isEmpty()) section.wrong("checks", "can't list none with other checks");
        else if (none) provider = provider.danger().noChecks();
        else if (some.isEmpty()) section.wrong("checks", "is empty; write [none] if that's what you want");
        else {
            var all = some.toArray(Check[]::new);
            provider = provider.checks(all[0], all);
        }
    }

    private void person() {
        section.flag("idToken").ifPresent(holds -> provider = provider.idToken(holds));
        section.section("logout", logout -> provider = provider.logout(ProviderLogoutKeys.read(logout)));
        section.section("profile", profile -> provider = provider.profile(ProfileKeys.read(profile)));
        if (section.item("account") == null) return;
        var names = section.texts("account");
        provider = provider.account(tokens -> chosen(tokens.claims(), names));
    }

    private static Claims chosen(Claims tokens, List<String> names) {
        var stored = Claims.NONE;
        for (var name : names) stored = stored.withPresent(name, tokens.value(name));
        return stored;
    }

    private void look() {
        text("name", OAuthProvider::name);
        section.section("style", style -> provider = provider.style(ButtonKeys.style(style)));
    }

    private void text(String key, BiFunction<OAuthProvider, String, OAuthProvider> set) {
        section.text(key).ifPresent(value -> provider = set.apply(provider, value));
    }

    /** Sets one parameter of an endpoint. */
    private interface Parameter {
        OAuthProvider set(OAuthProvider provider, String name, String value);
    }
}
