package dev.cardea.adapter.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The outcome of a light-weight transaction may be unknown. That signs no user in, and locks none out. */
@Tag("nightly")
@Tag("rotation-8")
@Tag("store")
class DoubtTest extends PeopleTest {
    private final Doubt doubt = new Doubt(session);

    @Test
    void a_link_that_was_used_by_a_run_in_doubt_is_known_as_ones_own() {
        var token = link();
        var there = doubt.firstRunsAreDoneUnheard().adapter();

        assertThat(there.useVerificationToken(token.identifier(), token.token()))
                .hasValue(token);
        assertThat(adapter.useVerificationToken(token.identifier(), token.token()))
                .isEmpty();
    }

    @Test
    void a_link_that_another_caller_used_after_a_run_in_doubt_is_theirs() {
        var token = link();
        var there = doubt.firstRunsAreNotDone(
                        () -> assertThat(adapter.useVerificationToken(token.identifier(), token.token()))
                                .hasValue(token))
                .adapter();

        assertThat(there.useVerificationToken(token.identifier(), token.token()))
                .isEmpty();
    }

    @Test
    void a_key_that_was_spent_by_a_run_in_doubt_is_spent_by_one() {
        String key = unique();

        assertThat(doubt.firstRunsAreDoneUnheard().adapter().markUsed(key, LATER))
                .isTrue();
        assertThat(new Doubt(session).firstRunsAreDoneUnheard().adapter().markUsed(key, LATER))
                .isFalse();
        assertThat(adapter.markUsed(key, LATER)).isFalse();
    }

    @Test
    void a_key_that_another_caller_used_after_a_run_in_doubt_is_theirs() {
        String key = unique();
        var there = doubt.firstRunsAreNotDone(
                        () -> assertThat(adapter.markUsed(key, LATER)).isTrue())
                .adapter();

        assertThat(there.markUsed(key, LATER)).isFalse();
    }

    @Test
    void a_sign_in_whose_every_step_is_in_doubt_is_whole() {
        var there = doubt.firstRunsAreDoneUnheard().adapter();
        var user = there.createUser(person("ada"));
        var account = there.linkAccount(account(user));
        var session = there.createSession(new AdapterSession(unique(), id(user), LATER));
        var passkey = there.createAuthenticator(passkey(user));

        assertThat(adapter.getUserByEmail(user.email())).hasValue(user);
        assertThat(adapter.getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
        assertThat(adapter.listAccountsByUserId(id(user))).containsExactly(account);
        assertThat(adapter.listSessionsByUserId(id(user))).containsExactly(session);
        assertThat(adapter.listAuthenticatorsByUserId(id(user))).containsExactly(passkey);
    }

    @Test
    void a_record_of_a_session_is_registered_extended_and_ended_once_in_doubt_too() {
        var session = record(adapter.createUser(person("ada")));
        var there = doubt.firstRunsAreDoneUnheard().adapter();
        there.registerSession(session);
        assertThatThrownBy(() -> there.registerSession(session)).hasMessageContaining("already");

        assertThat(there.prolongSession(session.id(), LATER, LATER, LATER)).isTrue();
        assertThat(there.prolongSession(session.id(), LATER, LATER, LATER)).isFalse();
        assertThat(there.endSessions(SessionSelection.one(session.id())))
                .containsExactly(session.prolonged(LATER, LATER));
        assertThat(there.endSessions(SessionSelection.one(session.id()))).isEmpty();
        assertThat(adapter.listSessionRecords(session.userId())).isEmpty();
    }

    @Test
    void a_record_that_another_caller_ended_after_a_run_in_doubt_is_theirs() {
        var session = record(adapter.createUser(person("ada")));
        adapter.registerSession(session);
        var there = doubt.firstRunsAreNotDone(() -> assertThat(adapter.endSessions(SessionSelection.one(session.id())))
                        .containsExactly(session))
                .adapter();

        assertThat(there.endSessions(SessionSelection.ofUser(session.userId()))).isEmpty();
    }

    @Test
    void a_duplicate_is_reported_after_a_run_in_doubt_too() {
        var user = adapter.createUser(person("ada"));
        var other = adapter.createUser(person("eve"));
        var account = adapter.linkAccount(account(user));
        var session = adapter.createSession(new AdapterSession(unique(), id(user), LATER));
        var passkey = adapter.createAuthenticator(passkey(user));
        var there = doubt.firstRunsAreDoneUnheard().adapter();

        assertThatThrownBy(() -> there.createUser(user)).hasMessageContaining("already");
        assertThatThrownBy(() -> there.linkAccount(account.with("userId", other.id())))
                .hasMessageContaining("already");
        assertThatThrownBy(() -> there.createSession(new AdapterSession(session.sessionToken(), id(other), LATER)))
                .hasMessageContaining("already");
        assertThatThrownBy(() -> there.createAuthenticator(new AdapterAuthenticator(
                        passkey.credentialID(), id(other), "x", "key", 1, "multiDevice", true, null)))
                .hasMessageContaining("already");
        assertThat(adapter.getUserByAccount("github", account.providerAccountId()))
                .hasValue(user);
        assertThat(adapter.getSessionAndUser(session.sessionToken())
                        .orElseThrow()
                        .user())
                .isEqualTo(user);
        assertThat(adapter.getAuthenticator(passkey.credentialID())).hasValue(passkey);
        assertThat(adapter.listAccountsByUserId(id(other))).isEmpty();
        assertThat(adapter.listAuthenticatorsByUserId(id(other))).isEmpty();
    }

    @Test
    void changes_in_doubt_are_made_once() {
        var user = adapter.createUser(person("ada"));
        var session = adapter.createSession(new AdapterSession(unique(), id(user), LATER));
        var passkey = adapter.createAuthenticator(passkey(user));
        var there = doubt.firstRunsAreDoneUnheard().adapter();
        String address = address("countess");

        assertThat(there.updateUser(UserChange.of(id(user)).name("Countess").email(address)))
                .isEqualTo(user.with("name", "Countess").with("email", address));
        assertThat(adapter.getUserByEmail(user.email())).isEmpty();
        assertThat(adapter.getUserByEmail(address)).isPresent();
        var longer = new AdapterSession(session.sessionToken(), id(user), LATER.plusSeconds(1));
        assertThat(there.updateSession(SessionChange.of(session.sessionToken()).expires(longer.expires())))
                .hasValue(longer);
        assertThat(there.updateAuthenticatorCounter(passkey.credentialID(), 2).counter())
                .isEqualTo(2);
        there.updatePasskey(PasskeyChange.of(passkey.credentialID()).name("Key"));
        assertThat(adapter.getPasskey(passkey.credentialID()).orElseThrow().name())
                .isEqualTo("Key");
        assertThat(there.deleteSession(session.sessionToken())).hasValue(longer);
        assertThat(adapter.listSessionsByUserId(id(user))).isEmpty();
        there.deleteUser(id(user));
        assertThat(rowsWith(id(user))).isEmpty();
    }

    /** It may have been done, or may still be. */
    @Test
    void a_write_that_stays_in_doubt_fails_and_opens_no_session() {
        var token = link();
        var there = doubt.allRunsAreDoneUnheard().adapter();

        assertThatThrownBy(() -> there.useVerificationToken(token.identifier(), token.token()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasCauseInstanceOf(WriteTimeoutException.class);
        assertThat(doubt.asked().stream().filter(Doubt::isConditional)).hasSize(5);
        assertThat(adapter.useVerificationToken(token.identifier(), token.token()))
                .isEmpty();
    }

    @Test
    void a_statement_without_an_answer_is_not_repeated() {
        var token = link();
        var there = doubt.nothingConditionalIsAnswered().adapter();

        assertThatThrownBy(() -> there.useVerificationToken(token.identifier(), token.token()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasCauseInstanceOf(DriverTimeoutException.class);
        assertThatThrownBy(() -> there.markUsed(unique(), LATER)).isInstanceOf(StoreUnavailableException.class);
        assertThat(doubt.asked().stream().filter(Doubt::isConditional)).hasSize(2);
        assertThat(adapter.useVerificationToken(token.identifier(), token.token()))
                .hasValue(token);
    }

    private static VerificationToken link() {
        return adapter.createVerificationToken(new VerificationToken(address("ada"), unique(), LATER));
    }
}
