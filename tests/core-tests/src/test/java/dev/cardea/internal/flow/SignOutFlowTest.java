package dev.cardea.internal.flow;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.SignOut;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.tests.Site;
import org.junit.jupiter.api.Test;

/** What a sign-out does if the store cannot end the session. */
class SignOutFlowTest {
    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final AdapterProbe probe = AdapterProbe.on(memory);
    private final Site site = Site.onRows(probe.adapter());

    @Test
    void a_visitor_loses_the_cookie_and_the_failure_is_logged() {
        site.signInPage().press("Sign in with Demo ID");
        var form = site.browser.open(APP + "/auth/signout");
        probe.failFrom(1);
        form.press("Sign out");

        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.log).extracting(AuthException::type).contains(ErrorType.SIGN_OUT_ERROR);
        assertThat(site.events).doesNotContain("signOut");
    }

    @Test
    void code_gets_the_failure_as_an_exception() {
        site.signInPage().press("Sign in with Demo ID");
        var token = site.sessionCookie().orElseThrow();
        var request = Request.get(APP + "/page").header("cookie", "__Secure-authjs.session-token=" + token);
        probe.failFrom(1);

        assertThatThrownBy(() -> site.auth.signOut(request, SignOut.DEFAULT))
                .isInstanceOfSatisfying(
                        AuthException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.SIGN_OUT_ERROR));
        assertThat(site.events).doesNotContain("signOut");
    }
}
