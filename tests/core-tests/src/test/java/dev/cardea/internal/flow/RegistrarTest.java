package dev.cardea.internal.flow;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.error.ErrorType;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Person;
import dev.cardea.tests.Site;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * How the user behind a verified identity is found, created or linked. The first verification of an address has its own
 * rules and {@code FirstVerificationTest}.
 */
class RegistrarTest {
    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final Site site = Site.onRows(memory);

    @Test
    void a_new_account_makes_user_account_and_session() {
        signIn(site);

        var ada = memory.getUserByAccount("op", "ada").orElseThrow();
        assertThat(ada.email()).isEqualTo("ada@example.com");
        assertThat(memory.listAccountsByUserId(id(ada))).hasSize(1);
        assertThat(memory.getSessionAndUser(token())).isPresent();
        assertThat(site.events).containsExactly("createUser", "linkAccount", "signIn");
    }

    @Test
    void a_known_account_signs_its_user_in_even_if_the_address_changed() {
        signIn(site);
        var ada = memory.getUserByAccount("op", "ada").orElseThrow();
        site.browser.clearCookies();
        site.op.person(Person.of("ada", "Ada Lovelace", "new@example.com").with("email_verified", true));
        signIn(site);

        assertThat(memory.getSessionAndUser(token()).orElseThrow().user().id()).isEqualTo(ada.id());
        assertThat(memory.getUserByEmail("new@example.com")).isEmpty();
    }

    @Test
    void an_address_of_another_user_is_rejected_and_nothing_is_stored() {
        var eve = memory.createUser(User.of(null, "Eve", "ada@example.com"));
        var end = signIn(site);

        assertThat(end).contains("error=OAuthAccountNotLinked");
        assertThat(memory.listAccountsByUserId(id(eve))).isEmpty();
        assertThat(memory.getUserByAccount("op", "ada")).isEmpty();
        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.events).containsExactly("signInFailed OAuthAccountNotLinked");
    }

    @Test
    void a_sign_in_link_makes_a_user_with_a_verified_address_and_finds_them_again() {
        byMail("bob@example.com");
        var bob = memory.getUserByEmail("bob@example.com").orElseThrow();
        assertThat(bob.emailVerified()).isEqualTo(site.clock.instant());
        site.browser.clearCookies();
        site.inbox.clear();
        byMail("bob@example.com");

        assertThat(memory.getSessionAndUser(token()).orElseThrow().user().id()).isEqualTo(bob.id());
        assertThat(site.events).containsExactly("createUser", "signIn", "signIn");
    }

    @Test
    void a_sign_in_replaces_the_session_of_this_browser() {
        signIn(site);
        var before = token();
        signIn(site);

        assertThat(token()).isNotEqualTo(before);
        assertThat(memory.getSessionAndUser(before)).isEmpty();
        assertThat(memory.getSessionAndUser(token())).isPresent();
    }

    @Test
    void a_new_account_is_linked_to_the_user_who_is_signed_in() {
        byMail("bob@example.com");
        var bob = memory.getUserByEmail("bob@example.com").orElseThrow();
        signIn(site);

        assertThat(memory.getUserByAccount("op", "ada").map(User::id)).contains(bob.id());
        assertThat(memory.getUserByEmail("ada@example.com")).isEmpty();
        assertThat(site.events).endsWith("linkAccount", "signIn");
    }

    @Test
    void an_account_of_another_user_is_not_linked_to_the_user_who_is_signed_in() {
        signIn(site);
        var ada = memory.getUserByAccount("op", "ada").orElseThrow();
        site.browser.clearCookies();
        byMail("bob@example.com");
        var end = signIn(site);

        assertThat(end).contains("error=OAuthAccountNotLinked");
        assertThat(memory.getUserByAccount("op", "ada").map(User::id)).contains(ada.id());
    }

    @Test
    void events_of_a_unit_that_failed_are_not_published() {
        for (int step = 2; step <= 4; step++) {
            var probe = AdapterProbe.on(new InMemoryAdapter());
            var failing = Site.onRows(probe.adapter());
            probe.failFrom(step);
            signIn(failing);

            assertThat(failing.events).noneMatch(event -> event.equals("createUser") || event.equals("linkAccount"));
            assertThat(failing.sessionCookie()).isEmpty();
        }
    }

    @Test
    void without_units_of_work_a_user_whose_account_could_not_be_stored_is_removed() {
        var store = new FailingOnce(memory, "linkAccount");
        var plain = Site.onRows(
                AdapterProbe.without(UnitOfWork.class, store.adapter()).adapter());
        signIn(plain);

        assertThat(plain.sessionCookie()).isEmpty();
        assertThat(plain.log).extracting(error -> error.type()).contains(ErrorType.ADAPTER_ERROR);
        assertThat(memory.getUserByEmail("ada@example.com")).isEmpty();
        signIn(plain);
        assertThat(plain.session()).contains("ada@example.com");
    }

    @Test
    void the_tokens_of_a_later_sign_in_replace_the_stored_ones() {
        signIn(site);
        var before = account().accessToken();
        site.browser.clearCookies();
        signIn(site);

        assertThat(before).isNotNull();
        assertThat(account().accessToken()).isNotNull().isNotEqualTo(before);
        assertThat(account().userId())
                .isEqualTo(memory.getUserByAccount("op", "ada").orElseThrow().id());
    }

    @Test
    void a_sign_in_with_credentials_replaces_the_session_of_this_browser() {
        var grace = memory.createUser(User.of(null, "Grace", "grace@example.com"));
        var pin = CredentialsProvider.of((credentials, request) -> Optional.of(grace))
                .id("pin")
                .name("PIN")
                .databaseSessions(true);
        var known = Site.onRows(memory, c -> c.provider(pin));
        known.signInPage().press("Sign in with PIN");
        var before = known.sessionCookie().orElseThrow();
        known.signInPage().press("Sign in with PIN");

        assertThat(known.session()).contains("grace@example.com");
        assertThat(known.sessionCookie().orElseThrow()).isNotEqualTo(before);
        assertThat(memory.getSessionAndUser(before)).isEmpty();
    }

    @Test
    void a_sign_in_that_loses_two_races_ends_with_a_session_and_its_events_are_published_once() {
        for (boolean repeatsItself : new boolean[] {true, false}) {
            var store = new InMemoryUnits(new InMemoryAdapter(), 2, repeatsItself);
            var racing = Site.onRows(store.adapter());
            signIn(racing);

            assertThat(racing.session()).contains("ada@example.com");
            assertThat(racing.events).containsExactly("createUser", "linkAccount", "signIn");
            assertThat(store.runs).hasValue(3);
        }
    }

    @Test
    void a_sign_in_that_loses_three_races_fails_and_stores_nothing() {
        var store = new InMemoryUnits(memory, Integer.MAX_VALUE, false);
        var racing = Site.onRows(store.adapter());
        signIn(racing);

        assertThat(store.runs).hasValue(3);
        assertThat(racing.sessionCookie()).isEmpty();
        assertThat(memory.getUserByEmail("ada@example.com")).isEmpty();
    }

    /** Two first sign-ins of one account, on a store where the other may be between user and account. */
    @Test
    void without_units_of_work_a_sign_in_waits_for_the_account_that_the_same_sign_in_is_storing() {
        var ada = memory.createUser(User.of(null, "Ada", "ada@example.com"));
        var looked = new AtomicInteger();
        var racing = withoutUnits(new InMemoryRace(memory, "getUserByAccount", () -> {
                    if (looked.incrementAndGet() == 3) link(ada, "op", "ada");
                })
                .adapter());
        signIn(racing);

        assertThat(racing.session()).contains("ada@example.com");
        assertThat(memory.listAccountsByUserId(id(ada))).hasSize(1);
        assertThat(looked).hasValue(4);
    }

    @Test
    void without_units_of_work_an_address_whose_user_has_another_account_is_rejected_at_once() {
        var ada = memory.createUser(User.of(null, "Ada", "ada@example.com"));
        link(ada, "other", "1");
        var looked = new AtomicInteger();
        var plain = withoutUnits(new InMemoryRace(memory, "getUserByAccount", looked::incrementAndGet).adapter());

        assertThat(signIn(plain)).contains("error=OAuthAccountNotLinked");
        assertThat(looked).hasValue(2);
    }

    @Test
    void without_units_of_work_a_user_who_gets_no_account_is_waited_for_less_than_half_a_second() {
        memory.createUser(User.of(null, "Eve", "ada@example.com"));
        var looked = new AtomicInteger();
        var plain = withoutUnits(new InMemoryRace(memory, "getUserByAccount", looked::incrementAndGet).adapter());

        assertThat(signIn(plain)).contains("error=OAuthAccountNotLinked");
        assertThat(looked).hasValue(6);
    }

    private static Site withoutUnits(Adapter store) {
        return Site.onRows(AdapterProbe.without(UnitOfWork.class, store).adapter());
    }

    private void link(User user, String provider, String accountId) {
        memory.linkAccount(Account.of(provider, accountId, ProviderType.OIDC).with("userId", user.id()));
    }

    private Account account() {
        return memory.getAccount("ada", "op").orElseThrow();
    }

    private static String signIn(Site site) {
        return site.signInPage().press("Sign in with Demo ID").url();
    }

    private void byMail(String address) {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", address));
        site.browser.open(site.inbox.last(address).orElseThrow().url());
    }

    private String token() {
        return site.sessionCookie().orElseThrow();
    }

    private static String id(User user) {
        return String.valueOf(user.id());
    }
}
