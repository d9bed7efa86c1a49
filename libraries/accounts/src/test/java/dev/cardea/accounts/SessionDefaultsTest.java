package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.testing.Browser;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What sessions are with accounts, unless the application sets it. */
class SessionDefaultsTest {
    private static final String ANN = "ann@example.com";

    static Stream<SessionOptions> stored() {
        return Stream.of(SessionOptions.DEFAULT, SessionOptions.database(), SessionOptions.revocable());
    }

    @ParameterizedTest
    @MethodSource("stored")
    void a_session_in_use_ends_90_days_after_the_sign_in(SessionOptions session) {
        var site = site(session);
        var browser = site.newUser(ANN, PASSWORD);

        use(site, browser, 89);
        assertThat(site.isSignedIn(browser)).isTrue();

        site.clock.advance(Duration.ofDays(2));
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("stored")
    void the_store_has_the_network_and_the_browser_of_a_session(SessionOptions session) {
        var site = site(session);
        var browser = site.browserAt("93.184.216.9");
        site.signUp(browser, ANN, PASSWORD);
        site.openMail(browser, ANN);

        var user = Objects.requireNonNull(site.user(ANN).orElseThrow().id());
        assertThat(site.rows.listSessionRecords(user))
                .singleElement()
                .satisfies(it -> assertThat(it.client()).startsWith("93.184.").isNotEqualTo("93.184.216.9"));
    }

    @ParameterizedTest
    @MethodSource("stored")
    void what_the_application_set_stays(SessionOptions session) {
        var unlimited = site(session.withoutAbsoluteAge().devices(Devices.NONE));
        var browser = unlimited.newUser(ANN, PASSWORD);
        use(unlimited, browser, 100);
        assertThat(unlimited.isSignedIn(browser)).isTrue();

        var limited = site(session.absoluteAge(Duration.ofDays(2)));
        var other = limited.newUser(ANN, PASSWORD);
        limited.clock.advance(Duration.ofDays(3));
        assertThat(limited.isSignedIn(other)).isFalse();
    }

    @Test
    void a_store_without_records_of_sessions_keeps_them_as_before() {
        var site = TestSite.over(
                real -> AdapterProbe.without(SessionRegistry.class, real).adapter());
        var browser = site.newUser(ANN, PASSWORD);

        use(site, browser, 100);

        assertThat(site.isSignedIn(browser)).isTrue();
    }

    private static TestSite site(SessionOptions session) {
        return TestSite.with(it -> it.session(session));
    }

    private static void use(TestSite site, Browser browser, int days) {
        for (int day = 0; day < days; day++) {
            site.clock.advance(Duration.ofDays(1));
            browser.open(AUTH + "/session");
        }
    }
}
