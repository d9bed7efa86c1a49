package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Fault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A provider that makes one mistake: no user is signed in or stored, and the visitor sees a plain error page. */
class MisbehavingProviderTest {
    @ParameterizedTest
    @EnumSource(Fault.class)
    void whatever_the_provider_does_wrong_ends_as_it_must(Fault fault) {
        boolean atUserinfo = fault.place() == Fault.Place.USERINFO || fault == Fault.CLAIMS_ONLY_IN_USERINFO;
        var site = Site.with(p -> atUserinfo ? p.idToken(false) : p, c -> c);
        site.op.fault(fault);
        var end = site.signInPage().press("Sign in with Demo ID");

        switch (fault.duty()) {
            case REFUSE -> assertRejected(site, end);
            case ACCEPT -> assertThat(site.sessionCookie()).isPresent();
            case EITHER -> {
                if (site.sessionCookie().isEmpty()) assertRejected(site, end);
            }
        }
        site.op.fault();
        site.browser.clearCookies();
        site.clock.advance(java.time.Duration.ofDays(2));
        var fresh = Site.stored();
        fresh.signInPage().press("Sign in with Demo ID");
        assertThat(fresh.sessionCookie()).isPresent();
    }

    private static void assertRejected(Site site, dev.cardea.testing.Page end) {
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.events).doesNotContain("createUser", "linkAccount", "signIn");
        assertThat(site.adapter.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(end.url()).startsWith(APP + "/auth/").contains("error=");
        assertThat(end.text()).doesNotContain("Exception", "at dev.cardea");
        assertThat(site.log).isNotEmpty();
        site.log.forEach(error -> assertThat(String.valueOf(error.getMessage())).doesNotContain("app-secret", "eyJ"));
    }
}
