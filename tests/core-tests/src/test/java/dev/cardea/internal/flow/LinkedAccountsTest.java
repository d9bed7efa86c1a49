package dev.cardea.internal.flow;

import static dev.cardea.model.UnlinkResult.LAST_SIGN_IN_METHOD;
import static dev.cardea.model.UnlinkResult.NOT_LINKED;
import static dev.cardea.model.UnlinkResult.REMOVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.error.ErrorType;
import dev.cardea.internal.method.Traits;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.SignInStep;
import dev.cardea.module.Verdict;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which account a user may unlink without being locked out. */
class LinkedAccountsTest {
    private static final Traits OAUTH = traits(Traits.EmailProof.PROVIDER);
    private static final Traits MAIL = traits(Traits.EmailProof.MAILBOX);

    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final LinkedAccounts accounts = linked(Map.of("github", OAUTH, "google", OAUTH));
    private final LinkedAccounts withMail = linked(Map.of("github", OAUTH, "email", MAIL));

    @Test
    void one_of_two_accounts_can_be_unlinked_and_then_the_other_cannot() {
        var ada = user(null);
        link(ada, "github");
        link(ada, "google");

        assertThat(accounts.remove(ada, "github", "1")).isEqualTo(REMOVED);
        assertThat(accounts.remove(ada, "google", "1")).isEqualTo(LAST_SIGN_IN_METHOD);
        assertThat(accounts.of(ada)).extracting(Account::provider).containsExactly("google");
    }

    @Test
    void an_account_that_the_user_does_not_have_is_not_linked() {
        var ada = user(null);
        link(ada, "github");
        link(user(null), "google");

        assertThat(accounts.remove(ada, "google", "1")).isEqualTo(NOT_LINKED);
        assertThat(accounts.remove(ada, "github", "2")).isEqualTo(NOT_LINKED);
        assertThat(accounts.removeEvenIfLast(ada, "google", "1")).isEqualTo(NOT_LINKED);
        assertThat(memory.getUserByAccount("google", "1")).isPresent();
    }

    @Test
    void an_account_of_a_provider_that_is_not_configured_signs_no_user_in() {
        var ada = user(null);
        link(ada, "github");
        link(ada, "closed");

        assertThat(accounts.remove(ada, "github", "1")).isEqualTo(LAST_SIGN_IN_METHOD);
        assertThat(accounts.remove(ada, "closed", "1")).isEqualTo(REMOVED);
    }

    @Test
    void a_verified_address_counts_where_links_are_mailed() {
        var ada = user(Instant.parse("2026-05-01T12:00:00Z"));
        link(ada, "github");

        assertThat(accounts.remove(ada, "github", "1")).isEqualTo(LAST_SIGN_IN_METHOD);
        assertThat(withMail.remove(ada, "github", "1")).isEqualTo(REMOVED);
    }

    @Test
    void a_way_to_sign_in_of_a_module_counts() {
        var ada = user(null);
        var eve = user(null);
        link(ada, "github");
        memory.linkAccount(Account.of("google", "2", ProviderType.OAUTH).with("userId", eve.id()));
        var step = new SignInStep() {
            @Override
            public Verdict decide(SignInAttempt attempt, Store unit) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean canSignIn(User user, Store store) {
                return Objects.equals(ada.id(), user.id());
            }
        };
        var withModule = new LinkedAccounts(
                new Store(memory, Clock.systemUTC()), Map.of("github", OAUTH, "google", OAUTH), step);

        assertThat(withModule.remove(eve, "google", "2")).isEqualTo(LAST_SIGN_IN_METHOD);
        assertThat(withModule.remove(ada, "github", "1")).isEqualTo(REMOVED);
    }

    @Test
    void an_unverified_address_does_not_count() {
        var ada = user(null);
        link(ada, "github");

        assertThat(withMail.remove(ada, "github", "1")).isEqualTo(LAST_SIGN_IN_METHOD);
    }

    @Test
    void the_last_account_is_removed_if_the_application_says_so() {
        var ada = user(null);
        link(ada, "github");

        assertThat(accounts.removeEvenIfLast(ada, "github", "1")).isEqualTo(REMOVED);
        assertThat(accounts.of(ada)).isEmpty();
    }

    @Test
    void the_row_of_a_passkey_goes_with_its_account_even_if_it_is_the_last() {
        var ada = user(null);
        memory.linkAccount(Account.of("passkey", "key-1", ProviderType.WEBAUTHN).with("userId", ada.id()));
        memory.createAuthenticator(passkey(ada, "key-1"));
        memory.createAuthenticator(passkey(ada, "key-2"));

        assertThat(accounts.removeEvenIfLast(ada, "passkey", "key-1")).isEqualTo(REMOVED);
        assertThat(memory.getAuthenticator("key-1")).isEmpty();
        assertThat(memory.getAuthenticator("key-2")).isPresent();
    }

    @Test
    void without_units_another_removal_at_the_same_time_is_taken_back() {
        var ada = user(null);
        link(ada, "github");
        link(ada, "google");
        var racing = meeting(() -> memory.unlinkAccount("google", "1"));

        assertThat(racing.remove(ada, "github", "1")).isEqualTo(LAST_SIGN_IN_METHOD);
        assertThat(accounts.of(ada)).extracting(Account::provider).containsExactly("github");
    }

    /** Its owner has just verified the address, and that ended the accounts of the user who removes one. */
    @Test
    void without_units_a_removal_that_meets_the_first_verification_brings_no_account_back() {
        var thief = user(null);
        link(thief, "github");
        link(thief, "google");
        var racing = meeting(() -> {
            memory.unlinkAccount("google", "1");
            memory.updateUser(UserChange.of(thief.id()).emailVerified(Instant.parse("2026-05-01T12:00:00Z")));
        });

        assertThat(racing.remove(thief, "github", "1")).isEqualTo(REMOVED);
        assertThat(accounts.of(thief)).isEmpty();
    }

    /** Another removal, or the first verification of the address, waits for this one. */
    @Test
    void the_user_is_locked_before_the_accounts_are_read() {
        var ada = user(null);
        link(ada, "github");
        link(ada, "google");
        var probe = AdapterProbe.on(memory);
        var probed = new LinkedAccounts(
                new Store(probe.adapter(), Clock.systemUTC()), Map.of("github", OAUTH, "google", OAUTH), null);

        assertThat(probed.remove(ada, "github", "1")).isEqualTo(REMOVED);
        assertThat(probe.calls()).containsExactly("inUnit", "lockUser", "listAccountsByUserId", "unlinkAccount");
    }

    /** What the request read of the user is older than the lock. */
    @Test
    void the_address_counts_as_it_is_when_the_account_is_removed() {
        var ada = user(null);
        link(ada, "github");
        memory.updateUser(UserChange.of(ada.id()).emailVerified(Instant.parse("2026-05-01T12:00:00Z")));

        assertThat(withMail.remove(ada, "github", "1")).isEqualTo(REMOVED);
    }

    /** A store without units of work, where another request acts just after an account is unlinked. */
    private LinkedAccounts meeting(Runnable other) {
        var race = new InMemoryRace(memory, "unlinkAccount", other).adapter();
        return new LinkedAccounts(
                new Store(AdapterProbe.without(UnitOfWork.class, race).adapter(), Clock.systemUTC()),
                Map.of("github", OAUTH, "google", OAUTH),
                null);
    }

    private static AdapterAuthenticator passkey(User user, String id) {
        return new AdapterAuthenticator(id, String.valueOf(user.id()), id, "AA==", 0, "singleDevice", false, null);
    }

    private LinkedAccounts linked(Map<String, Traits> methods) {
        return new LinkedAccounts(new Store(memory, Clock.systemUTC()), methods, null);
    }

    private User user(@Nullable Instant verified) {
        var made = memory.createUser(User.of(null, "Ada", "ada" + System.nanoTime() + "@example.com"));
        return verified == null
                ? made
                : memory.updateUser(UserChange.of(made.id()).emailVerified(verified));
    }

    private void link(User user, String provider) {
        memory.linkAccount(Account.of(provider, "1", ProviderType.OAUTH).with("userId", user.id()));
    }

    private static Traits traits(Traits.EmailProof proof) {
        return new Traits(
                Traits.Start.REQUEST,
                Traits.CallbackGet.COMPLETE,
                Traits.CsrfToken.NOT_NEEDED,
                Traits.Registration.BY_ACCOUNT,
                proof,
                false,
                ErrorType.OAUTH_ACCOUNT_NOT_LINKED);
    }
}
