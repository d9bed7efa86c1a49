package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.model.Account;
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
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The owner of an address verifies it at the very moment at which the person who entered it before signs in or links an
 * account: nothing of that person is left. Stores with units of work lock the user or check what was read; without units
 * the library looks at the user again.
 */
public interface FirstVerificationContract extends AdapterContract {
    @Test
    default void a_sign_in_that_is_about_to_store_its_session_ends_with_the_first_verification() throws Exception {
        var house = new Site(adapter());
        house.thief.clearCookies();
        house.meet("createSession", () -> Site.signIn(house.thief, "One"), house::openLink);
        house.requireOwned();
    }

    @Test
    default void a_sign_in_that_comes_while_a_first_verification_is_being_stored_ends_with_it() throws Exception {
        var house = new Site(adapter());
        house.thief.clearCookies();
        house.meet("deleteSessionsByUserId", house::openLink, () -> Site.signIn(house.thief, "One"));
        house.requireOwned();
    }

    @Test
    default void an_account_that_is_about_to_be_linked_ends_with_the_first_verification() throws Exception {
        var house = new Site(adapter());
        house.addAccount();
        house.meet("linkAccount", () -> Site.signIn(house.thief, "Two"), house::openLink);
        house.requireOwned();
    }

    @Test
    default void an_account_that_is_linked_and_not_yet_signed_in_ends_with_the_first_verification() throws Exception {
        var house = new Site(adapter());
        house.addAccount();
        house.meet("createSession", () -> Site.signIn(house.thief, "Two"), house::openLink);
        house.requireOwned();
    }

    /** A site on the store, the person who was there first, and the owner with a link in the mailbox. */
    final class Site {
        private static final String APP = "https://app.example";
        private static final String OP = "https://op.example";

        /** Less than a unit of work may take in any store. A machine that is slower than this may end one. */
        private static final Duration SHORTEST_UNIT = Duration.ofSeconds(2);

        private final String address = Samples.address();
        private final String thiefsAccount = Samples.unique();
        private final FakeClock clock = FakeClock.at(Instant.now().toString());
        private final Inbox inbox = new Inbox();
        private final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure())
                .client(Client.of("app", "app-secret")
                        .redirectUri(APP + "/auth/callback/op")
                        .redirectUri(APP + "/auth/callback/work"));
        private final Adapter store;
        private final AdapterProbe probe;
        private final Auth auth;
        private final Browser thief;
        private final Browser owner;
        private final String link;

        private Site(Adapter adapter) {
            store = adapter;
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
                    .logger(new AuthLogger() {
                        @Override
                        public void error(AuthException expected) {}
                    })
                    .build());
            thief = browser();
            owner = browser();
            op.signsIn(Person.of(thiefsAccount, "Thief", address).with("email_verified", false));
            signIn(thief, "One");
            owner.open(APP + "/auth/signin")
                    .form("Sign in with Email")
                    .fill("email", address)
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

        private String session(Browser browser) {
            return browser.open(APP + "/auth/session").text();
        }

        private void openLink() {
            owner.open(link);
        }

        /** An account of which nothing is known: without one, the user may link no other. */
        private void addAccount() {
            var user = Samples.users(store).getUserByEmail(address).orElseThrow();
            Samples.users(store).linkAccount(Samples.bareAccount(user, "op", Samples.unique()));
        }

        private void requireOwned() {
            assertThat(session(thief)).isEqualTo("null");
            assertThat(session(owner)).contains(address);
            var user = Samples.id(Samples.users(store).getUserByEmail(address).orElseThrow());
            assertThat(((SessionIndex) store).listSessionsByUserId(user)).hasSize(1);
            assertThat(((AccountIndex) store).listAccountsByUserId(user))
                    .extracting(Account::providerAccountId)
                    .doesNotContain(thiefsAccount);
        }

        /** The first is held up at this call until the second is done, or surely waits for it. */
        private void meet(String call, Runnable first, Runnable second) throws Exception {
            var pause = probe.pauseBefore(call);
            var one = Race.begin(Executors.callable(first));
            pause.awaitReached();
            long start = System.nanoTime();
            var other = Race.begin(Executors.callable(second));
            Race.giveHeadStart(other);
            pause.resume();
            one.get(60, TimeUnit.SECONDS);
            other.get(60, TimeUnit.SECONDS);
            var took = Duration.ofNanos(System.nanoTime() - start);
            // The owner got "try again later", and the link is still good.
            if (took.compareTo(SHORTEST_UNIT) > 0 && session(owner).equals("null")) openLink();
        }
    }
}
