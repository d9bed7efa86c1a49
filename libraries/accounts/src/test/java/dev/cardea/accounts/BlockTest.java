package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.ProbedSite.OtherThread;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A block while another request of the user goes on, in a store that can't lock the user. */
class BlockTest {
    private final AtomicReference<AdapterProbe> probe = new AtomicReference<>();
    private final FullSite full = FullSite.with(it -> {
        probe.set(AdapterProbe.without(UnitOfWork.class, Objects.requireNonNull(it.adapter())));
        return it.adapter(probe.get().adapter());
    });
    private final TestSite site = full.site;

    private Browser ann() {
        var browser = full.browser();
        site.signUp(browser, ANN, PASSWORD);
        site.openMail(browser, ANN);
        return browser;
    }

    /** Blocks the user when the request is about to call this method of the store. */
    private void blockedBefore(String method, Callable<Page> request) throws Exception {
        var pause = probe.get().pauseBefore(method);
        try (var other = new OtherThread()) {
            var going = other.call(request);
            pause.awaitReached();
            UserAdmin.of(site.auth, Actor.system("tests")).block(full.idOf(ANN), "spam", null);
            pause.resume();
            going.get();
        }
    }

    private void assertSignedOut(Browser browser) {
        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(site.rows.listSessionsByUserId(full.idOf(ANN))).isEmpty();
    }

    @Test
    void a_new_password_opens_no_session_for_a_blocked_user() throws Exception {
        var browser = ann();

        blockedBefore("createSession", () -> site.setPassword(browser, Map.of("current", PASSWORD, "password", OTHER)));

        assertSignedOut(browser);
    }

    @Test
    void an_app_that_is_connected_opens_no_session_for_a_blocked_user() throws Exception {
        var browser = ann();
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var phone = Phone.scanned(site, browser, "/account/security");

        blockedBefore("createSession", () -> phone.confirm(browser));

        assertSignedOut(browser);
    }

    @Test
    void a_further_proof_opens_no_session_for_a_blocked_user() throws Exception {
        var browser = ann();
        var phone = Phone.connect(site, browser);
        var code = phone.nextCode();

        blockedBefore("createSession", () -> site.post(browser, "/reauth", Map.of("do", "totp", "code", code)));

        assertSignedOut(browser);
    }

    @Test
    void a_blocked_user_gets_no_further_account() throws Exception {
        var browser = ann();

        blockedBefore("linkAccount", () -> full.link(browser));

        assertSignedOut(browser);
        assertThat(full.accounts(ANN)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"database", "revocable"})
    void sessions_of_every_strategy_with_records_end_with_a_block(String strategy) {
        var options = strategy.equals("database") ? SessionOptions.database() : SessionOptions.revocable();
        var blocking = TestSite.with(it -> it.session(options.devices(SessionOptions.Devices.REDUCED)));
        var browser = blocking.newUser(ANN, PASSWORD);
        var id = String.valueOf(blocking.user(ANN).orElseThrow().id());
        assertThat(blocking.rows.listSessionRecords(id)).hasSize(1);

        UserAdmin.of(blocking.auth, Actor.system("tests")).block(id, "spam", null);

        assertThat(blocking.isSignedIn(browser)).isFalse();
        assertThat(blocking.rows.listSessionRecords(id)).isEmpty();
        assertThat(blocking.canSignIn(ANN, PASSWORD)).isFalse();
    }
}
