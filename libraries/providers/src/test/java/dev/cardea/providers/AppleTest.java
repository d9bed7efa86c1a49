package dev.cardea.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import dev.cardea.http.Form;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppleTest {
    private static final Claims NOOR = Claims.of("sub", "001234.5b").with("email", "noor@example.org");

    private final Service service = new Service().idToken(NOOR);

    @Test
    void the_first_visit_returns_a_name_through_the_browser() {
        var user = "{\"name\":{\"firstName\":\"Noor\",\"lastName\":\"Haddad\"},\"email\":\"noor@example.org\"}";
        var arrived = Journey.with(Apple.provider(), service).arrive(Map.of("user", user));
        assertThat(arrived.user().name()).isEqualTo("Noor Haddad");
        assertThat(arrived.profile().claims().get(Claim.object("user"))).isPresent();
    }

    @Test
    void an_address_from_the_browser_is_ignored() {
        var user = "{\"name\":{\"firstName\":\"Eve\"},\"email\":\"boss@app.example\"}";
        var arrived = Journey.with(Apple.provider(), service).arrive(Map.of("user", user));
        assertThat(arrived.user().email()).isEqualTo("noor@example.org");
        assertThat(arrived.profile().claims().toJson()).doesNotContain("boss@app.example");
    }

    @Test
    void the_browser_replaces_no_claim_of_the_token() {
        var signed = service.idToken(NOOR.with("user", Claims.of("name", Claims.of("firstName", "Signed"))));
        var arrived =
                Journey.with(Apple.provider(), signed).arrive(Map.of("user", "{\"name\":{\"firstName\":\"Eve\"}}"));
        assertThat(arrived.user().name()).isEqualTo("Signed");
    }

    @Test
    void later_visits_and_broken_names_fall_back_to_the_address() {
        assertThat(Journey.with(Apple.provider(), service).arrive().user().name())
                .isEqualTo("noor@example.org");
        for (var broken : new String[] {"", "{", "[]", "{\"name\":\"x\"}", "{\"email\":\"a@b.example\"}"}) {
            var arrived = Journey.with(Apple.provider(), service).arrive(Map.of("user", broken));
            assertThat(arrived.user().name()).as(broken).isEqualTo("noor@example.org");
        }
    }

    @Test
    void the_response_is_a_cross_site_post_so_its_cookies_are_SameSite_None() {
        var journey = Journey.with(Apple.provider(), service);
        journey.leave();
        assertThat(journey.sent()).containsEntry("response_mode", "form_post");
        assertThat(journey.cookieLines().stream().filter(line -> line.contains("state") || line.contains("nonce")))
                .hasSize(2)
                .allMatch(line -> line.contains("SameSite=None") && line.contains("Secure"));
    }

    @Test
    void the_secret_is_signed_with_the_team_key_and_valid_for_a_few_minutes() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        Journey.with(Apple.provider("TEAM", "KEY", pem(key)), service).arrive();
        var posted = service.asked("https://discovered.example/token").get(0);
        var jwt = SignedJWT.parse(Form.decode(posted.text()).get("client_secret"));
        assertThat(jwt.verify(new ECDSAVerifier(key))).isTrue();
        assertThat(jwt.getHeader().getKeyID()).isEqualTo("KEY");
        var claims = jwt.getJWTClaimsSet();
        assertThat(claims.getIssuer()).isEqualTo("TEAM");
        assertThat(claims.getSubject()).isEqualTo("CLIENT_ID");
        assertThat(claims.getAudience()).containsExactly("https://appleid.apple.com");
        var now = Journey.CLOCK.instant();
        assertThat(claims.getIssueTime().toInstant()).isEqualTo(now);
        assertThat(claims.getExpirationTime().toInstant()).isBetween(now.plusSeconds(60), now.plusSeconds(600));
    }

    @Test
    void an_invalid_key_is_not_repeated_in_the_message() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Apple.provider("TEAM", "KEY", "geheim"))
                .withMessageNotContaining("geheim")
                .withNoCause();
    }

    @Test
    void email_verified_may_be_a_text() {
        var provider = Apple.provider();
        assertThat(provider.emailVerified(Profile.of(NOOR.with("email_verified", "true"))))
                .isTrue();
        assertThat(provider.emailVerified(Profile.of(NOOR.with("email_verified", true))))
                .isTrue();
        assertThat(provider.emailVerified(Profile.of(NOOR.with("email_verified", "false"))))
                .isFalse();
        assertThat(provider.emailVerified(Profile.of(NOOR))).isFalse();
    }

    private static String pem(ECKey key) throws Exception {
        var encoded = Base64.getMimeEncoder().encodeToString(key.toPrivateKey().getEncoded());
        return "-----BEGIN PRIVATE KEY-----\n" + encoded + "\n-----END PRIVATE KEY-----\n";
    }
}
