package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.Check;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.providers.catalog.ProviderInfo;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What holds for every built-in provider. */
class BrandsTest {
    /** Services that refuse a code for which no challenge was sent, with the evidence. None is on PKCE alone today. */
    private static final Set<String> ENFORCES_S256 = Set.of();

    @Test
    void ids_are_unique_and_need_no_escaping_in_an_address() {
        var ids = Providers.all().stream().map(Brand::id).toList();
        assertThat(ids)
                .doesNotHaveDuplicates()
                .allMatch(id -> Provider.ID.matcher(id).matches());
        assertThat(ids).allMatch(id -> id.matches("[a-z0-9-]+"));
        assertThat(Providers.byId("github")).map(Brand::name).contains("GitHub");
        assertThat(Providers.byId("unknown")).isEmpty();
        assertThat(ids).as("each under its own id").isEqualTo(Providers.ids());
    }

    @TestFactory
    Stream<DynamicTest> every_provider_says_which_variables_it_misses() {
        return Providers.all().stream()
                .map(brand -> dynamicTest(brand.id(), () -> {
                    var provider = brand.example(Map.of());
                    var missing = provider.missingCredentials();
                    if (provider instanceof OAuthProvider oauth && oauth.retired() != null) {
                        assertThat(missing).isEmpty();
                        return;
                    }
                    var variable = Provider.variable(brand.id(), provider instanceof OAuthProvider ? "ID" : "KEY");
                    assertThat(missing)
                            .first()
                            .satisfies(it -> assertThat(it.message()).contains(brand.id(), variable));
                }));
    }

    @TestFactory
    Stream<DynamicTest> every_oauth_provider_has_https_endpoints_checks_and_a_colour() {
        return brands().map(brand -> dynamicTest(brand.id(), () -> {
            var provider = oauth(brand).issuer("https://issuer.example").resolved();
            Stream.of(provider.authorization(), provider.token(), provider.userinfo())
                    .filter(Objects::nonNull)
                    .map(Endpoint::url)
                    .filter(Objects::nonNull)
                    .map(url ->
                            url.replaceFirst("^\\{\\w+}", "https://x.example").replaceAll("\\{\\w+}", "x"))
                    .forEach(url -> assertThat(WebUrl.parse(url))
                            .as(url)
                            .isPresent()
                            .hasValueSatisfying(it -> assertThat(it.isHttps()).isTrue()));
            assertThat(provider.checks()).isNotEmpty();
            assertThat(provider.allowsDangerousEmailAccountLinking()).isFalse();
            assertThat(Theme.isColor(provider.style().brandColor())).isTrue();
            assertThat(provider.style().logo()).as("no foreign picture").isNull();
            assertThat(Json.parseObject(ProviderInfo.of(brand).toJson(), 100).text("id"))
                    .isEqualTo(brand.id());
            assertThat(brand.toString()).contains(brand.id());
        }));
    }

    /**
     * Plain OAuth has no announcement by which a client could know that a service enforces PKCE, and a service that
     * verifies only the challenges that it was sent lets an attacker begin without one. So state is what binds an answer.
     */
    @TestFactory
    Stream<DynamicTest> every_oauth_provider_that_is_not_known_to_enforce_s256_sends_state() {
        return brands().filter(brand -> !oauth(brand).isOidc())
                .filter(brand -> !ENFORCES_S256.contains(brand.id()))
                .map(brand -> dynamicTest(
                        brand.id(), () -> assertThat(oauth(brand).checks()).contains(Check.STATE)));
    }

    /** Providers without a recorded sign-in also sign a user in, with the first recorded profile. */
    @TestFactory
    Stream<DynamicTest> every_provider_signs_a_user_in() {
        return brands().filter(brand -> oauth(brand).retired() == null)
                .filter(brand -> !profile(brand).isEmpty())
                .map(brand -> dynamicTest(brand.id(), () -> arrives(brand)));
    }

    private static void arrives(Brand brand) {
        var profile = profile(brand);
        var service = new Service()
                .profile(profile)
                .tokens(Claims.of("user_id", "alice").with("openid", "o"));
        var needed = brand.options().stream().anyMatch(option -> option.name().equals("accountID"))
                ? Map.of("accountID", "81555", "userinfo", "https://issuer.example/me")
                : Map.<String, String>of();
        var provider = (OAuthProvider) brand.example(needed);
        if (provider.issuer() == null) provider = provider.issuer("https://issuer.example");
        if (provider.isOidc()) {
            var iss = profile.has("tid") ? "https://login.microsoftonline.com/" + profile.text("tid") + "/v2.0" : null;
            service.idToken(profile.without("iss").withPresent("iss", iss));
        }
        if (brand.id().equals("bankid-no")) service.signedProfile(profile);
        Raw.shape(brand.id(), profile, service);
        var arrived = Journey.with(provider, service).arrive(Map.of("device_id", "DEVICE"));
        assertThat(arrived.account().providerAccountId()).isNotEmpty();
        assertThat(arrived.account().provider()).isEqualTo(brand.id());
    }

    @Test
    void an_error_response_is_not_a_profile() {
        var service = new Service()
                .at(
                        "https://api.github.com/",
                        request -> Response.json(401, "{\"message\":\"Bad credentials\",\"id\":7}"));
        var journey = Journey.with(GitHub.provider(), service);
        journey.leave();
        journey.back(Map.of());
        assertThat(journey.arrived()).isEmpty();
        assertThat(journey.failure()).hasMessageContaining("api.github.com returned status 401");
    }

    private static Claims profile(Brand brand) {
        return Vectors.of("profile-vectors.json", "vectors")
                .filter(vector -> brand.id().equals(vector.text("provider")) && !vector.has("throws"))
                .map(vector -> Vectors.object(vector, "input"))
                .findFirst()
                .orElse(Claims.NONE);
    }

    private static Stream<Brand> brands() {
        return Providers.all().stream().filter(brand -> brand.oauth().isPresent());
    }

    private static OAuthProvider oauth(Brand brand) {
        return brand.oauth().orElseThrow();
    }
}
