package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.UnitOfWork;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Whole sign-ins of the library over the adapter: by a provider and by mail, several at once, and with a store that
 * fails at any of its calls.
 */
public interface SignInContract extends AdapterContract {
    @Test
    default void a_visitor_signs_in_with_a_provider_and_signs_out() {
        var site = new SignInSite(adapter());
        site.signIn();
        assertThat(site.isSignedIn()).isTrue();
        assertThat(site.events).containsExactly("createUser", "linkAccount", "signIn");

        site.signOut();
        assertThat(site.isSignedIn()).isFalse();
        assertThat(site.events).endsWith("signOut");
        site.signIn();
        assertThat(site.isSignedIn()).isTrue();
        assertThat(site.events.stream().filter("createUser"::equals)).hasSize(1);
    }

    @Test
    default void a_sign_in_link_is_single_use() {
        var site = new SignInSite(adapter());
        site.askForLink();
        site.openLink();
        assertThat(site.isSignedIn()).isTrue();

        site.browser.clearCookies();
        site.openLink();
        assertThat(site.isSignedIn()).isFalse();
        assertThat(users(adapter()).getUserByEmail(site.address)).isPresent();
    }

    @Test
    default void a_user_of_a_link_can_link_a_provider_and_sign_in_with_either() {
        var site = new SignInSite(adapter());
        site.askForLink();
        site.openLink();
        site.signIn();
        site.browser.clearCookies();
        site.signIn();

        assertThat(site.isSignedIn()).isTrue();
        assertThat(site.events.stream().filter("createUser"::equals)).hasSize(1);
        isOneUser(site);
    }

    @Test
    default void a_session_lasts_while_it_is_used_and_no_longer() {
        var site = new SignInSite(adapter());
        site.signIn();
        for (int i = 0; i < 3; i++) {
            site.clock.advance(Duration.ofDays(20));
            assertThat(site.isSignedIn()).isTrue();
        }
        site.clock.advance(Duration.ofDays(31));
        assertThat(site.isSignedIn()).isFalse();
    }

    /** A page with many parts asks many times at once. */
    @Test
    default void parallel_reads_of_a_session_that_is_due_write_it_once() {
        int readers = 20;
        var probe = AdapterProbe.on(adapter());
        var site = new SignInSite(probe.adapter());
        site.signIn();
        for (int round = 0; round < Rounds.of(Math.min(rounds(), 3)); round++) {
            site.clock.advance(Duration.ofDays(2));
            probe.forgetCalls();
            var answers = Race.of(readers, site::readSession);

            assertThat(answers).allMatch(Race.Outcome::succeeded);
            assertThat(answers).noneMatch(answer -> answer.get().text().equals("null"));
            assertThat(probe.calls().stream().filter("getSessionAndUser"::equals))
                    .hasSize(readers);
            assertThat(probe.calls().stream().filter("updateSession"::equals)).hasSize(1);
        }
    }

    /** Two tabs, or a visitor who clicks again. */
    @Test
    default void concurrent_first_sign_ins_of_one_visitor_make_one_user() {
        var site = new SignInSite(adapter());
        for (int round = 0; round < Rounds.of(Math.min(rounds(), 5)); round++) {
            site.begin();
            var browsers =
                    IntStream.range(0, 4).mapToObj(i -> site.anotherBrowser()).toList();
            atOnce(browsers, SignInSite::signIn);

            var in = browsers.stream().filter(SignInSite::isSignedIn).toList();
            if (adapter() instanceof UnitOfWork) assertThat(in).hasSameSizeAs(browsers);
            assertThat(in).isNotEmpty();
            isOneUser(site);
        }
    }

    @Test
    default void a_link_opened_many_times_concurrently_signs_in_once() {
        var site = new SignInSite(adapter());
        for (int round = 0; round < Rounds.of(Math.min(rounds(), 5)); round++) {
            site.begin();
            site.askForLink();
            var browsers =
                    IntStream.range(0, 8).mapToObj(i -> site.anotherBrowser()).toList();
            String link = site.link();
            atOnce(browsers, browser -> browser.open(link));

            assertThat(browsers.stream().filter(SignInSite::isSignedIn)).hasSize(1);
        }
    }

    @Test
    default void a_first_sign_in_interrupted_by_a_fault_can_be_repeated() {
        atEachFault(site -> {}, SignInSite::signIn, site -> {
            site.signIn();
            if (isBlocked(site)) return;
            assertThat(site.isSignedIn()).isTrue();
            isOneUser(site);
        });
    }

    @Test
    default void a_second_sign_in_interrupted_by_a_fault_can_be_repeated() {
        atEachFault(
                site -> {
                    site.signIn();
                    site.browser.clearCookies();
                },
                SignInSite::signIn,
                site -> {
                    site.signIn();
                    assertThat(site.isSignedIn()).isTrue();
                    isOneUser(site);
                });
    }

    @Test
    default void a_sign_in_by_link_interrupted_by_a_fault_can_be_repeated() {
        atEachFault(SignInSite::askForLink, SignInSite::openLink, site -> {
            site.openLink();
            if (!site.isSignedIn()) {
                site.askForLink();
                site.openLink();
            }
            assertThat(site.isSignedIn()).isTrue();
            assertThat(users(adapter()).getUserByEmail(site.address)).isPresent();
        });
    }

    @Test
    default void a_session_survives_a_fault_while_it_is_read_and_extended() {
        atEachFault(
                site -> {
                    site.signIn();
                    site.clock.advance(Duration.ofDays(2));
                },
                site -> site.browser.open("https://app.example/auth/session"),
                site -> assertThat(site.isSignedIn()).isTrue());
    }

    @Test
    default void a_sign_out_interrupted_by_a_fault_can_be_repeated() {
        atEachFault(SignInSite::signIn, SignInSite::signOut, site -> {
            site.signOut();
            assertThat(site.isSignedIn()).isFalse();
        });
    }

    /**
     * Runs a flow for each of its calls: with that call lost, with its response lost, and with the store down from it
     * on.
     */
    private void atEachFault(Consumer<SignInSite> before, Consumer<SignInSite> flow, Consumer<SignInSite> afterwards) {
        var probe = AdapterProbe.on(adapter());
        var site = new SignInSite(probe.adapter());
        before.accept(site);
        probe.forgetCalls();
        flow.accept(site);
        int calls = probe.calls().size();
        assertThat(calls).isPositive();
        for (int call = 1; call <= calls; call++) {
            for (int kind = 0; kind < 3; kind++) {
                site.begin();
                before.accept(site);
                if (kind == 0) probe.failBefore(call);
                if (kind == 1) probe.failAfter(call);
                if (kind == 2) probe.failFrom(call);
                flow.accept(site);
                probe.failBefore(0);
                probe.failAfter(0);
                probe.failFrom(0);
                afterwards.accept(site);
            }
        }
    }

    /** Without units, a fault can leave a user without an account, whom a matching address must not sign in. */
    private boolean isBlocked(SignInSite site) {
        return !(adapter() instanceof UnitOfWork)
                && users(adapter()).getUserByEmail(site.address).isPresent()
                && users(adapter()).getUserByAccount("op", site.accountId).isEmpty()
                && !site.isSignedIn();
    }

    private void isOneUser(SignInSite site) {
        var byAddress = users(adapter()).getUserByEmail(site.address).orElseThrow();
        assertThat(users(adapter()).getUserByAccount("op", site.accountId).map(Samples::id))
                .hasValue(id(byAddress));
    }

    private static void atOnce(List<Browser> browsers, Consumer<Browser> flow) {
        var outcomes = Race.of(browsers.stream()
                .map(browser -> (Callable<Boolean>) () -> {
                    flow.accept(browser);
                    return true;
                })
                .toList());
        assertThat(outcomes).allMatch(Race.Outcome::succeeded);
    }
}
