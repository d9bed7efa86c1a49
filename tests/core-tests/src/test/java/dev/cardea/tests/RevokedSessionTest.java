package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Person;
import dev.cardea.webauthn.Passkey;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * A session that a callback of the application ended: an attacker with its cookie can do nothing with it. A callback
 * that fails gives no access either.
 */
class RevokedSessionTest {
    private enum State {
        LIVE,
        ENDED,
        BROKEN
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.LIVE);

    /** How sessions are kept, and which callback ends them. */
    private record Kind(String name, Site site, InMemoryAdapter store) {}

    private List<Kind> kinds() {
        return List.of(tokens("token, jwt callback", byJwt()), tokens("token, session callback", bySession()), rows());
    }

    private static Kind tokens(String name, Callbacks callbacks) {
        var site = Site.with(p -> p, c -> c.callbacks(callbacks).provider(Passkey.provider()));
        return new Kind(name, site, site.adapter);
    }

    private Kind rows() {
        var store = new InMemoryAdapter();
        var site = Site.onRows(store, c -> c.callbacks(bySession()).provider(Passkey.provider()));
        return new Kind("row, session callback", site, store);
    }

    private Callbacks byJwt() {
        return Callbacks.DEFAULT.jwt(p -> p.user() != null ? p.token() : answer(p::token));
    }

    private Callbacks bySession() {
        return Callbacks.DEFAULT.session(
                p -> answer(() -> Callbacks.DEFAULT.session().apply(p)));
    }

    private <T> T answer(Supplier<T> live) {
        return switch (state.get()) {
            case LIVE -> live.get();
            case ENDED -> null;
            case BROKEN -> throw new IllegalStateException("the list of revoked sessions is away");
        };
    }

    @TestFactory
    Stream<DynamicTest> an_ended_session_has_no_accounts_and_no_passkeys() {
        return kinds().stream()
                .map(kind -> DynamicTest.dynamicTest(kind.name, () -> {
                    var request = signedIn(kind.site);
                    assertThat(kind.site.auth.session(request)).isPresent();
                    assertThat(kind.site.auth.accounts(request)).isPresent();
                    assertThat(kind.site.auth.passkeys(request)).isPresent();
                    state.set(State.ENDED);
                    assertThat(kind.site.auth.session(request)).isEmpty();
                    assertThat(kind.site.auth.accounts(request)).isEmpty();
                    assertThat(kind.site.auth.passkeys(request)).isEmpty();
                    state.set(State.LIVE);
                }));
    }

    @TestFactory
    Stream<DynamicTest> an_ended_session_links_no_account() {
        return kinds().stream()
                .map(kind -> DynamicTest.dynamicTest(kind.name, () -> {
                    signedIn(kind.site);
                    var ada = kind.store.getUserByAccount("op", "ada").orElseThrow();
                    state.set(State.ENDED);
                    kind.site.op.signsIn(Person.of("eve", "Eve", "eve@example.com"));
                    signIn(kind.site.browser);
                    state.set(State.LIVE);
                    var eve = kind.store.getUserByAccount("op", "eve").orElseThrow();
                    assertThat(eve.id()).isNotEqualTo(ada.id());
                }));
    }

    @TestFactory
    Stream<DynamicTest> an_ended_session_enrols_no_passkey() {
        return kinds().stream()
                .map(kind -> DynamicTest.dynamicTest(kind.name, () -> {
                    signedIn(kind.site);
                    assertThat(register(kind.site).status()).isEqualTo(200);
                    state.set(State.ENDED);
                    assertThat(register(kind.site).status()).isEqualTo(400);
                    state.set(State.LIVE);
                }));
    }

    /** A callback that replaces a refresh token must not run where its result is dropped. */
    @Test
    void the_sign_in_pages_own_request_for_a_passkey_runs_no_callback_and_a_registration_keeps_its_result() {
        var calls = new AtomicInteger();
        var jwt = Callbacks.DEFAULT.jwt(p -> p.token().with("calls", calls.incrementAndGet()));
        var site = tokens("token", jwt).site;
        signIn(site.browser);
        var before = calls.get();
        var authenticate = Request.get(APP + "/auth/webauthn-options/passkey?action=authenticate");
        assertThat(site.browser.send(authenticate).status()).isEqualTo(200);
        assertThat(calls).hasValue(before);
        var cookie = site.sessionCookie();
        assertThat(register(site).status()).isEqualTo(200);
        assertThat(calls).hasValue(before + 1);
        assertThat(site.sessionCookie()).isNotEqualTo(cookie);
    }

    @TestFactory
    Stream<DynamicTest> a_callback_that_throws_is_no_answer_and_changes_nothing() {
        return kinds().stream()
                .map(kind -> DynamicTest.dynamicTest(kind.name, () -> {
                    var request = signedIn(kind.site);
                    state.set(State.BROKEN);
                    for (Supplier<?> asked : List.<Supplier<?>>of(
                            () -> kind.site.auth.session(request),
                            () -> kind.site.auth.accounts(request),
                            () -> kind.site.auth.passkeys(request))) {
                        assertThatThrownBy(asked::get)
                                .isInstanceOfSatisfying(
                                        AuthException.class,
                                        e -> assertThat(e.type())
                                                .isIn(ErrorType.JWT_SESSION_ERROR, ErrorType.SESSION_TOKEN_ERROR));
                    }
                    kind.site.op.signsIn(Person.of("eve", "Eve", "eve@example.com"));
                    assertThat(signIn(kind.site.browser).url()).contains("error=");
                    assertThat(kind.store.getUserByAccount("op", "eve")).isEmpty();
                    assertThat(register(kind.site).status()).isNotEqualTo(200);
                    assertThat(kind.site.session()).isEqualTo("null");
                    state.set(State.LIVE);
                    assertThat(kind.site.session()).contains("Ada Lovelace");
                }));
    }

    @Test
    void without_a_callback_of_the_application_none_is_asked() {
        var site = tokens("token", Callbacks.DEFAULT).site;
        assertThat(site.auth.accounts(signedIn(site))).isPresent();
    }

    private static Request signedIn(Site site) {
        signIn(site.browser);
        assertThat(site.session()).contains("Ada Lovelace");
        return Request.get(APP + "/settings")
                .header(
                        "Cookie",
                        "__Secure-authjs.session-token=" + site.sessionCookie().orElseThrow());
    }

    private static dev.cardea.testing.Page signIn(Browser browser) {
        return browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
    }

    private static Response register(Site site) {
        return site.browser.send(Request.get(APP + "/auth/webauthn-options/passkey?action=register"));
    }
}
