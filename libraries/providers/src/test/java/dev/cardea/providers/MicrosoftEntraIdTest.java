package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hook.SignInParams;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.provider.OAuthProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MicrosoftEntraIdTest {
    private static final String HOST = "https://login.microsoftonline.com/";
    private static final String ACME = "9122040d-6c67-4c5b-b112-36a304b66dad";
    private static final String CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";

    @Test
    @Tag("slow")
    void with_several_tenants_the_issuer_of_a_token_is_its_own_tenant() {
        assertThat(visit("common", HOST + ACME + "/v2.0", ACME)).isPresent();
        assertThat(visit("common", HOST + CONSUMERS + "/v2.0", CONSUMERS)).isPresent();
        assertThat(visit("common", HOST + "other/v2.0", ACME)).isEmpty();
        assertThat(visit("common", HOST + "common/v2.0", ACME)).isEmpty();
        assertThat(visit("common", "https://evil.example/" + ACME + "/v2.0", ACME))
                .isEmpty();
        assertThat(visit("common", HOST + "common/v2.0", null)).isEmpty();
        assertThat(visit("common", HOST + "{tenantid}/v2.0", null)).isEmpty();
        assertThat(visit("common", HOST + "a/b/v2.0", "a/b")).isEmpty();
    }

    @Test
    void an_issuer_for_one_kind_of_accounts_rejects_the_other_kind() {
        assertThat(visit("organizations", HOST + ACME + "/v2.0", ACME)).isPresent();
        assertThat(visit("organizations", HOST + CONSUMERS + "/v2.0", CONSUMERS))
                .isEmpty();
        assertThat(visit("consumers", HOST + CONSUMERS + "/v2.0", CONSUMERS)).isPresent();
        assertThat(visit("consumers", HOST + ACME + "/v2.0", ACME)).isEmpty();
    }

    @Test
    void an_issuer_of_one_tenant_accepts_only_its_users() {
        assertThat(visit(ACME, HOST + ACME + "/v2.0", ACME)).isPresent();
        assertThat(visit(ACME, HOST + "another/v2.0", "another")).isEmpty();
        assertThat(visit(ACME, HOST + "another/v2.0", ACME)).isEmpty();
    }

    @Test
    void an_address_is_verified_if_the_token_says_that_its_owner_controls_the_domain() {
        var many = MicrosoftEntraId.provider();
        assertThat(many.emailVerified(profile(Claims.NONE))).isFalse();
        assertThat(many.emailVerified(profile(Claims.of("email_verified", true))))
                .isFalse();
        assertThat(many.emailVerified(profile(Claims.of("xms_edov", false)))).isFalse();
        assertThat(many.emailVerified(profile(Claims.of("xms_edov", true)))).isTrue();
        assertThat(many.emailVerified(profile(Claims.of("xms_edov", "1")))).isTrue();
        var one = many.issuer(HOST + ACME + "/v2.0");
        assertThat(one.emailVerified(profile(Claims.NONE))).isNull();
    }

    @Test
    void the_photo_has_the_requested_size() {
        var service = service(HOST + ACME + "/v2.0", ACME)
                .at("https://graph.microsoft.com/", request -> Response.of(200, "image/jpeg", "abc"));
        var arrived = Journey.with(MicrosoftEntraId.provider(120), service).arrive();
        assertThat(arrived.user().image()).isEqualTo("data:image/jpeg;base64, YWJj");
        assertThat(service.asked("https://graph.microsoft.com/").get(0).url())
                .isEqualTo("https://graph.microsoft.com/v1.0/me/photos/120x120/$value");
    }

    @Test
    void a_missing_photo_does_not_prevent_a_sign_in() {
        var service = service(HOST + ACME + "/v2.0", ACME).at("https://graph.microsoft.com/", request -> {
            throw new UncheckedIOException(new IOException("no route"));
        });
        var arrived = Journey.with(MicrosoftEntraId.provider(), service).arrive();
        assertThat(arrived.user().image()).isNull();
    }

    @Test
    void the_old_name_is_the_same_provider_and_reads_its_variables() {
        assertThat(AzureAd.provider().id()).isEqualTo("azure-ad");
        assertThat(AzureAd.provider().variableIds()).containsExactly("azure-ad", "microsoft-entra-id");
    }

    private static Optional<SignInParams> visit(String tenant, String iss, String tid) {
        OAuthProvider provider = MicrosoftEntraId.provider();
        if (!tenant.equals("common")) provider = provider.issuer(HOST + tenant + "/v2.0");
        var journey = Journey.with(provider, service(iss, tid));
        journey.leave();
        journey.back(Map.of());
        return journey.arrived();
    }

    private static Service service(String iss, String tid) {
        return new Service()
                .idToken(Claims.of("iss", iss).with("sub", "AAA").withPresent("tid", tid))
                .discovery(Claims.of("issuer", HOST + "{tenantid}/v2.0"))
                .at("https://graph.microsoft.com/", request -> Response.of(404));
    }

    private static Profile profile(Claims claims) {
        return Profile.of(claims.with("sub", "AAA").with("email", "boss@app.example"));
    }
}
