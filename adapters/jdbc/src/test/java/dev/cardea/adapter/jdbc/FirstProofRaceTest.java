package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Env;
import dev.cardea.Environment;
import dev.cardea.SessionOptions;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The owner of an address verifies it at the very moment at which the person who entered it before signs in or links an
 * account: nothing of that person is left, on databases that run transactions side by side.
 */
class FirstProofRaceTest {
    private static final String APP = "https://app.example";
    private static final String OP = "https://op.example";
    private static final String VICTIM = "victim@example.com";
    private static final long HEAD_START_MILLIS = 1_500;

    @TestFactory
    Stream<DynamicTest> a_sign_in_that_is_about_to_store_its_session() {
        return onEach(House::signInBeforeItsSession);
    }

    @TestFactory
    Stream<DynamicTest> a_sign_in_that_comes_while_the_proof_is_being_stored() {
        return onEach(House::signInWithinTheProof);
    }

    @TestFactory
    Stream<DynamicTest> an_account_that_is_about_to_be_linked() {
        return onEach(House::linkBeforeItsAccount);
    }

    @TestFactory
    Stream<DynamicTest> an_account_that_is_linked_and_not_yet_committed() {
        return onEach(House::linkBeforeItsSession);
    }

    private interface Meeting {
        void at(House house) throws Exception;
    }

    private static Stream<DynamicTest> onEach(Meeting meeting) {
        return Stream.of(
                DynamicTest.dynamicTest("PostgreSQL", () -> on(PostgresDatabase.create(), meeting)),
                DynamicTest.dynamicTest("MariaDB", () -> on(MariadbDatabase.create(), meeting)),
                DynamicTest.dynamicTest("H2", () -> on(H2Database.inMemory(), meeting)));
    }

    private static void on(Database database, Meeting meeting) throws Exception {
        try (database) {
            var house = new House(database);
            meeting.at(house);
            assertThat(house.session(house.thief)).isEqualTo("null");
            assertThat(house.session(house.owner)).contains(VICTIM);
            var user = house.store.getUserByEmail(VICTIM).map(User::id).orElseThrow();
            assertThat(house.store.listSessionsByUserId(user)).hasSize(1);
            assertThat(house.store.listAccountsByUserId(user))
                    .extracting(Account::providerAccountId)
                    .doesNotContain("thief");
        }
    }

    /** A site on one database, the person who was there first, and the owner with a link in the mailbox. */
    private static final class House {
        private final FakeClock clock = FakeClock.at(Instant.now().toString());
        private final Inbox inbox = new Inbox();
        private final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure())
                .client(Client.of("app", "app-secret")
                        .redirectUri(APP + "/auth/callback/op")
                        .redirectUri(APP + "/auth/callback/work"));
        private final JdbcAdapter store;
        private final AdapterProbe probe;
        private final Auth auth;
        private final Browser thief;
        private final Browser owner;
        private final String link;

        House(Database database) {
            store = JdbcAdapter.builder(database.pool())
                    .migrateOnStart(line -> {})
                    .clock(clock)
                    .build();
            probe = AdapterProbe.on(store);
            auth = Auth.of(AuthConfig.builder()
                    .env(Env.none())
                    .environment(Environment.PRODUCTION)
                    .url(APP)
                    .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                    .clock(clock)
                    .http(op)
                    .session(SessionOptions.database())
                    .adapter(probe.adapter())
                    .provider(provider("op", "One"), provider("work", "Two"))
                    .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                    .build());
            thief = browser();
            owner = browser();
            op.signsIn(Person.of("thief", "Thief", VICTIM).with("email_verified", false));
            signIn(thief, "One");
            owner.open(APP + "/auth/signin")
                    .form("Sign in with Email")
                    .fill("email", VICTIM)
                    .submit();
            link = inbox.links().get(0);
        }

        private static OAuthProvider provider(String id, String name) {
            return OAuthProvider.oidc(id, name, OP).clientId("app").clientSecret("app-secret");
        }

        private Browser browser() {
            return Browser.of(Origins.of(APP, auth).and(op), clock);
        }

        private static void signIn(Browser browser, String provider) {
            browser.open(APP + "/auth/signin").press("Sign in with " + provider);
        }

        String session(Browser browser) {
            return browser.open(APP + "/auth/session").text();
        }

        void signInBeforeItsSession() throws Exception {
            thief.clearCookies();
            meet("createSession", () -> signIn(thief, "One"), () -> owner.open(link));
        }

        void signInWithinTheProof() throws Exception {
            thief.clearCookies();
            meet("deleteSessionsByUserId", () -> owner.open(link), () -> signIn(thief, "One"));
        }

        void linkBeforeItsAccount() throws Exception {
            addAccount();
            meet("linkAccount", () -> signIn(thief, "Two"), () -> owner.open(link));
        }

        void linkBeforeItsSession() throws Exception {
            addAccount();
            meet("createSession", () -> signIn(thief, "Two"), () -> owner.open(link));
        }

        /** An account of which nothing is known: without one, the user may link no other. */
        private void addAccount() {
            var user = store.getUserByEmail(VICTIM).map(User::id).orElseThrow();
            store.linkAccount(Account.of("op", "unknown", ProviderType.OIDC).with("userId", user));
        }

        /** The first is held up at this call until the second is done, or surely waits for it. */
        private void meet(String call, Runnable first, Runnable second) throws Exception {
            var pause = probe.pauseBefore(call);
            var one = CompletableFuture.runAsync(first);
            pause.awaitReached();
            var other = CompletableFuture.runAsync(second);
            try {
                other.get(HEAD_START_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException waits) {
                // As it should.
            }
            pause.resume();
            one.get(60, TimeUnit.SECONDS);
            other.get(60, TimeUnit.SECONDS);
        }
    }
}
