package dev.cardea.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Visitors who do the same at once, against the server's jar: two processes where the store can be shared. */
@Tag("process")
@Tag("store")
class RacesTest {
    private static final int ROUNDS = Rounds.of(3);

    @Test
    @Tag("odd")
    void single_things_happen_once_on_SQLite_and_an_ended_session_stays_ended() throws Exception {
        raced("sqlite");
    }

    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis"})
    void single_things_happen_once_on_a_shared_store_and_an_ended_session_stays_ended(String store) throws Exception {
        raced(store);
    }

    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis", "sqlite"})
    void one_of_32_equal_posts_completes_a_sign_up_and_one_of_32_a_reset(String store) throws Exception {
        try (var site = Site.open(store, Site.DATABASE, Account.LINE)) {
            for (int round = 0; round < ROUNDS; round++) {
                one_post_of_a_code_signs_up(site, "s-code" + round + "@kills.example");
                one_post_of_a_new_password_wins(site, "s-reset" + round + "@kills.example");
            }
            var problems = new ArrayList<String>();
            site.end(problems);
            assertThat(problems).isEmpty();
        }
    }

    /** Without limits each of them reaches the store. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis", "sqlite"})
    void one_of_32_pauses_goes_on_with_one_value_and_one_with_one_recovery_code(String store) throws Exception {
        try (var site = Site.open(store, Site.DATABASE, Account.LINE + "\nrateLimits: false")) {
            for (int round = 0; round < ROUNDS; round++) {
                var owner = Account.signedUp(site, "s-factor" + round + "@kills.example");
                var phone = Phone.connect(owner);
                one_pause_goes_on(
                        site, owner, "recovery", () -> phone.recoveryCodes().get(0));
                one_pause_goes_on(site, owner, "totp", phone::value);
                one_code_of_a_pause_is_enough(site, owner, phone);
            }
            var problems = new ArrayList<String>();
            site.end(problems);
            assertThat(problems).isEmpty();
        }
    }

    /** @param code is asked for when all wait: a value is valid for a short time */
    private static void one_pause_goes_on(Site site, Account owner, String method, Callable<String> code)
            throws Exception {
        var waiting = new ArrayList<Account>();
        for (int i = 0; i < 32; i++) waiting.add(owner.waiting(site));
        var entered = code.call();
        var opened = Parallel.atOnce(waiting.stream()
                .<Callable<Boolean>>map(one -> () -> one.proves(method, entered))
                .toList());

        assertThat(opened).containsOnlyOnce(true);
    }

    /** Each is right, and one opens the session of this sign-in. */
    private static void one_code_of_a_pause_is_enough(Site site, Account owner, Phone phone) throws Exception {
        var waiting = owner.waiting(site);
        var opened = Parallel.atOnce(phone.recoveryCodes().subList(1, 9).stream()
                .<Callable<Boolean>>map(
                        code -> () -> new Account(waiting.visitor().copy()).proves("recovery", code))
                .toList());

        assertThat(opened).containsOnlyOnce(true);
    }

    private static void one_post_of_a_code_signs_up(Site site, String address) throws Exception {
        var account = Account.of(site, address);
        account.signsUp(Account.PASSWORD);
        String code = site.mails.code(address);
        var opened = atOnce(32, () -> new Account(account.visitor().copy()).types(code));

        assertThat(opened).containsOnlyOnce(true);
        assertThat(account.again(site).signsIn(Account.PASSWORD)).isTrue();
    }

    /** Each has another password, so that it shows which one was stored. */
    private static void one_post_of_a_new_password_wins(Site site, String address) throws Exception {
        var signedUp = Account.signedUp(site, address);
        var signedIn = AccountChange.Reset.begin(site, address).account();
        var all = new ArrayList<Account>();
        for (int i = 0; i < 32; i++) all.add(new Account(signedIn.visitor().copy()));
        Parallel.atOnce(all.stream()
                .<Callable<Boolean>>map(one -> () -> {
                    one.changes("password", Map.of("password", Account.OTHER + " " + all.indexOf(one)));
                    return true;
                })
                .toList());
        var winners = new ArrayList<Account>();
        for (var one : all) if (one.visitor().isSignedIn()) winners.add(one);

        assertThat(winners).hasSize(1);
        assertThat(signedUp.visitor().isSignedIn()).isFalse();
        assertThat(signedUp.again(site).signsIn(Account.PASSWORD)).isFalse();
        assertThat(signedUp.again(site).signsIn(Account.OTHER + " " + all.indexOf(winners.get(0))))
                .isTrue();
    }

    /** Each read extends the session, and asks the store first. */
    @ParameterizedTest
    @Tag("nightly")
    @Tag("part")
    @ValueSource(strings = {"postgresql", "mariadb", "redis"})
    void a_revocable_session_ends_for_good_while_it_is_extended(String store) throws Exception {
        try (var site = Site.open(store, "strategy: revocable, updateAge: 0, confirmAge: 0", "rateLimits: false")) {
            for (int round = 0; round < ROUNDS; round++) parallel_reads_do_not_revive_an_ended_session(site);
        }
    }

    private static void raced(String store) throws Exception {
        try (var site = Site.open(store, "strategy: database, updateAge: 0")) {
            for (int round = 0; round < ROUNDS; round++) {
                one_link_signs_one_browser_in(site);
                first_sign_ins_of_one_account_all_succeed(site);
                a_link_and_a_provider_share_one_user(site);
                parallel_reads_do_not_revive_an_ended_session(site);
            }
            var problems = new ArrayList<String>();
            site.end(problems);
            assertThat(problems).isEmpty();
        }
    }

    private static void one_link_signs_one_browser_in(Site site) throws Exception {
        var visitor = site.linkVisitor();
        visitor.asksForLink();
        String link = site.mails.await(visitor.address);
        var opened = atOnce(32, () -> site.again(visitor).opens(link));

        assertThat(opened).containsOnlyOnce(true);
    }

    private static void first_sign_ins_of_one_account_all_succeed(Site site) throws Exception {
        var visitor = site.providerVisitor();

        assertThat(atOnce(8, () -> site.again(visitor).signsInAtProvider()))
                .as(() -> site.servers.stream().map(Server::log).collect(Collectors.joining("\n")))
                .doesNotContain(false);
    }

    /** The provider's sign-in may be rejected if the sign-in link was first. Either way, there is one user. */
    private static void a_link_and_a_provider_share_one_user(Site site) throws Exception {
        var visitor = site.providerVisitor();
        visitor.asksForLink();
        String link = site.mails.await(visitor.address);
        var byLink = site.again(visitor);
        var both = List.<Callable<Boolean>>of(() -> byLink.opens(link), () -> visitor.signsInAtProvider());
        Parallel.atOnce(both);

        assertThat(byLink.session()).isNotNull();
        assertThat(byLink.isSignedIn()).isTrue();
        site.withoutAccount.add(visitor.address);
    }

    private static void parallel_reads_do_not_revive_an_ended_session(Site site) throws Exception {
        var visitor = site.providerVisitor();
        assertThat(visitor.signsInAtProvider()).isTrue();
        var copies = new ArrayList<Callable<Boolean>>();
        var kept = visitor.copy();
        for (int i = 0; i < 63; i++) copies.add(() -> visitor.copy().reads() == 200);
        copies.add(visitor::signsOut);
        Parallel.atOnce(copies);

        assertThat(kept.isSignedIn()).isFalse();
    }

    private static List<Boolean> atOnce(int many, Callable<Boolean> work) throws Exception {
        var all = new ArrayList<Callable<Boolean>>();
        for (int i = 0; i < many; i++) all.add(work);
        return Parallel.atOnce(all);
    }
}
