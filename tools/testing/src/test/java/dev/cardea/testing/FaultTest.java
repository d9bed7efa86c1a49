package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.json.Claims;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every fault shows, and a client that follows the standards does its duty. */
class FaultTest {
    private static final Person ADA = Person.of("ada", "Ada Lovelace", "ada@example.com");
    private static final String WITHOUT_FAULTS = transcript();

    private final FakeClock clock = FakeClock.at("2026-01-31T00:00:00Z");
    private final IdentityProvider provider = IdentityProvider.at(
                    "https://op.example", clock, FixedRandomness.of("fault"))
            .signsIn(ADA)
            .client(Client.of("app", "s:cret"));
    private final Origins web = Origins.of("https://op.example", provider).and("https://elsewhere.example", provider);
    private final StrictClient client = new StrictClient(web, "https://op.example", clock);

    @Test
    void without_a_fault_the_sign_in_works() {
        assertThat(signIn().text("email")).isEqualTo("ada@example.com");
        assertThat(provider.complaints()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_standard_client_does_its_duty(Fault fault) {
        provider.fault(fault);

        switch (fault.duty()) {
            case REFUSE -> assertThatThrownBy(this::signIn).isInstanceOf(RuntimeException.class);
            case ACCEPT -> assertThat(signIn().text("sub")).isEqualTo("ada");
            case EITHER -> assertThat(attempt()).isIn("ada", "refused", "s".repeat(256));
        }
    }

    /** A fault without an effect would let every client pass. */
    @ParameterizedTest
    @EnumSource(Fault.class)
    void every_fault_shows(Fault fault) {
        assertThat(transcript(fault)).isNotEqualTo(WITHOUT_FAULTS);
    }

    @Test
    void without_a_fault_each_sign_in_shows_the_same() {
        assertThat(transcript()).isEqualTo(WITHOUT_FAULTS);
    }

    @Test
    void every_place_but_the_answer_has_faults_of_every_duty() {
        for (var place : Fault.Place.values()) {
            var duties = EnumSet.noneOf(Fault.Duty.class);
            Fault.at(place).forEach(fault -> duties.add(fault.duty()));
            assertThat(duties).contains(Fault.Duty.REFUSE, Fault.Duty.EITHER);
        }
    }

    @Test
    void a_sign_in_keeps_the_faults_it_began_with() {
        var metadata = client.discover();
        provider.fault(Fault.AUD_WRONG);
        var first = code();
        provider.fault();
        var second = code();

        assertThat(audience(client.tokens(metadata, first))).isEqualTo("app1");
        assertThat(audience(client.tokens(metadata, second))).isEqualTo("app");
    }

    private String attempt() {
        try {
            return String.valueOf(signIn().text("sub"));
        } catch (RuntimeException e) {
            return "refused";
        }
    }

    private Claims signIn() {
        return client.signIn(Browser.of(web, clock));
    }

    private String code() {
        var metadata = Claims.of("authorization_endpoint", "https://op.example/authorize");
        var location = Browser.of(web)
                .send(dev.cardea.http.Request.get(client.authorizationUrl(metadata)))
                .header("Location");
        return client.code(Claims.NONE, location.orElseThrow());
    }

    private static String audience(Claims tokens) {
        return Tokens.claims(tokens).text("aud");
    }

    /** Returns everything that the provider sends in one sign-in. */
    private static String transcript(Fault... faults) {
        return Tokens.transcript(Set.of(faults));
    }
}
