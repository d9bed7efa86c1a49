package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.catalog.ProviderInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every provider of the recorded list exists as recorded, except for listed differences. */
class RecordsTest {
    private final Differences differences = Differences.of("record");

    @TestFactory
    Stream<DynamicTest> a_provider_is_as_it_was_recorded() {
        var cases = records()
                .map(record -> dynamicTest(record.text("file"), () -> {
                    var brand = Providers.byId(record.text("id")).orElseThrow();
                    differences.check("record " + record.text("file"), recorded(record), ours(ProviderInfo.of(brand)));
                }));
        return Stream.concat(cases, Stream.of(dynamicTest("the list of differences is true", differences::allUsed)));
    }

    @Test
    void every_recorded_provider_is_built_in() {
        assertThat(records()).hasSize(99);
        assertThat(Providers.ids())
                .containsAll(records().map(record -> record.text("id")).toList());
    }

    private static Stream<Claims> records() {
        return Vectors.of("providers.json", "providers");
    }

    private static List<String> recorded(Claims record) {
        var lines = lines(record);
        if (!record.has("issuer")) return lines;
        scope(lines, record.text("scope"));
        var checks = sorted(record);
        // Every OAuth provider sends state too: docs/decisions/022.
        if ("oauth".equals(record.text("type"))) checks.add("state");
        lines.add("checks " + checks);
        lines.add("client " + record.text("clientAuthentication"));
        if (record.text("colour") != null) lines.add("colour " + colour(record.text("colour")));
        return lines;
    }

    private static List<String> ours(Claims facts) {
        var lines = lines(facts);
        if (!facts.has("issuer")) return lines;
        scope(lines, Vectors.object(facts, "scope").text("effectiveDefault"));
        lines.add("checks "
                + sorted(Claims.of("checks", Vectors.object(facts, "checks").value("effective"))));
        lines.add("client " + Vectors.object(facts, "clientAuthentication").text("method"));
        var recorded = records()
                .filter(r -> r.text("id").equals(facts.text("id")))
                .findFirst()
                .orElseThrow();
        if (recorded.text("colour") != null) {
            lines.add("colour " + colour(Vectors.object(facts, "button").text("colour")));
        }
        return lines;
    }

    /** The facts that both state in the same words. */
    private static List<String> lines(Claims facts) {
        var lines = new ArrayList<String>();
        lines.add("is " + facts.text("id") + ", " + facts.text("name") + ", " + facts.text("type"));
        Vectors.texts(facts, "env").forEach((name, variable) -> lines.add("reads " + name + " from " + variable));
        Vectors.objects(facts, "options")
                .forEach(option -> lines.add("option " + option.text("name")
                        + (Boolean.TRUE.equals(option.value("required")) ? ", needed" : "")
                        + (option.value("default") == null ? "" : ", " + Json.print(option.value("default")))
                        + (option.has("values") ? ", of " + Json.print(option.value("values")) : "")));
        if (!facts.has("issuer")) return lines;
        lines.add("issuer " + facts.text("issuer"));
        for (var name : List.of("authorization", "token", "userinfo")) endpoint(lines, name, facts);
        var discovery = Vectors.object(facts, "discovery");
        if (discovery.text("url") != null) lines.add("discovery " + discovery.toJson());
        var metadata = facts.get(Claim.object("clientMetadata"));
        metadata.ifPresent(claims -> lines.add("metadata " + claims.toJson()));
        lines.add("response mode " + facts.text("responseMode"));
        return lines;
    }

    private static void endpoint(List<String> lines, String name, Claims facts) {
        var endpoint = Vectors.object(facts, name);
        if (endpoint.text("url") != null) lines.add(name + " " + endpoint.text("url"));
        for (var param : Vectors.object(endpoint, "params").asMap().entrySet()) {
            // The library sends these itself, and the scope has its own line.
            if (Set.of("scope", "client_id", "response_type").contains(param.getKey())) continue;
            lines.add(name + " with " + param.getKey() + "="
                    + (param.getValue() instanceof String text ? text : Json.print(param.getValue())));
        }
    }

    private static void scope(List<String> lines, String asked) {
        lines.add("scope " + (asked.isEmpty() ? "none" : asked));
    }

    private static Set<String> sorted(Claims record) {
        var sorted = new TreeSet<String>();
        ((List<?>) record.value("checks")).forEach(check -> sorted.add(String.valueOf(check)));
        return sorted;
    }

    private static String colour(String hex) {
        var lower = hex.toLowerCase(Locale.ROOT);
        return lower.replaceFirst("^#(.)(.)(.)$", "#$1$1$2$2$3$3");
    }

    /** Those that a class mends, and those that are said of how the recording was declared, are not among them. */
    @Test
    void every_status_of_a_service_is_known() {
        var words = Set.of(
                "no-known-problem",
                "works-with-care",
                "renamed",
                "outdated",
                "service-retiring",
                "dead",
                "dead-product",
                "deprecated-alias");
        for (var brand : Providers.all()) {
            var standing = Vectors.object(ProviderInfo.of(brand), "statusToday");
            assertThat(words).as(brand.id()).contains(standing.text("state"));
            assertThat(standing.has("text"))
                    .as(brand.id())
                    .isEqualTo(!"no-known-problem".equals(standing.text("state")));
            boolean gone =
                    brand.oauth().filter(oauth -> oauth.retired() != null).isPresent();
            assertThat("dead".equals(standing.text("state"))).as(brand.id()).isEqualTo(gone);
        }
    }

    @Test
    void quirks_are_listed() {
        var discord = ProviderInfo.of(Providers.byId("discord").orElseThrow());
        assertThat((List<?>) discord.value("quirks"))
                .singleElement()
                .asString()
                .contains("The email address is verified if Discord says so");
        for (var brand : Providers.all())
            assertThat(ProviderInfo.of(brand).value("quirks")).isInstanceOf(List.class);
    }

    @Test
    void providers_with_a_second_profile_call_list_it() {
        for (var brand : Providers.all()) {
            var oauth = brand.oauth();
            if (oauth.isEmpty() || oauth.get().retired() != null) continue;
            var asked = new ArrayList<String>();
            asks(oauth.get().resolved(), asked);
            assertThat(ProviderInfo.of(brand).value("extraCalls") != null)
                    .as(brand.id() + " asks " + asked)
                    .isEqualTo(asked.size() > 1);
        }
    }

    /** Returns the requests of a provider for a user of whom only an id is known. */
    private static void asks(OAuthProvider provider, List<String> asked) {
        HttpHandler http = request -> {
            asked.add(request.url());
            return Response.json(200, "{\"id\":7,\"sub\":7,\"openid\":\"7\"}");
        };
        var tokens =
                TokenSet.of(Claims.of("access_token", "a").with("user_id", "7").with("openid", "7"));
        var client = provider.clientId("c").clientSecret("s");
        try {
            var profile = Claims.of("id", 7).with("sub", 7);
            if (client.userinfoRequest().isPresent()) {
                var told = client.userinfoRequest().get().fetch(tokens, client, http);
                if (told != null) profile = told;
            } else if (!client.isOidc()) {
                asked.add("the profile");
            } else {
                asked.add("discovery");
            }
            client.profile().orElse(Mapping.STANDARD).map(Profile.of(profile), tokens, client, http);
        } catch (RuntimeException nobodySaidEnough) {
            // The recording client remembers the request.
        }
    }

    @Test
    void scopes_are_joined_with_the_separator_of_the_service() {
        assertThat(separator("tiktok")).isEqualTo("comma");
        assertThat(separator("concept2")).isEqualTo("comma");
        assertThat(separator("odnoklassniki")).isEqualTo("semicolon");
        assertThat(separator("github")).isEqualTo("space");
    }

    private static String separator(String id) {
        return Vectors.object(ProviderInfo.of(Providers.byId(id).orElseThrow()), "scope")
                .text("separator");
    }

    @Test
    void every_description_can_be_printed_and_read() {
        for (var brand : Providers.all()) {
            var read = Json.parseObject(ProviderInfo.of(brand).toJson(), 100);
            assertThat(read.text("id")).isEqualTo(brand.id());
            assertThat(Map.of("x", read.toJson()).toString())
                    .as("no logo inline")
                    .doesNotContain("logo\":\"");
        }
    }
}
