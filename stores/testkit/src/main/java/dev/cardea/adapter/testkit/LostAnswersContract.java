package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.account;
import static dev.cardea.adapter.testkit.Samples.address;
import static dev.cardea.adapter.testkit.Samples.authenticator;
import static dev.cardea.adapter.testkit.Samples.authenticators;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.records;
import static dev.cardea.adapter.testkit.Samples.registry;
import static dev.cardea.adapter.testkit.Samples.session;
import static dev.cardea.adapter.testkit.Samples.sessions;
import static dev.cardea.adapter.testkit.Samples.someone;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.tokens;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.usedTokens;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.model.User;
import org.junit.jupiter.api.Test;

/**
 * For stores whose client repeats unanswered commands by itself: the second try must not lose to the first. Otherwise a
 * link would be consumed without a sign-in, and a valid passkey would be rejected.
 */
public interface LostAnswersContract extends AdapterContract {
    /**
     * Returns the same store through another client. The first try of every change is executed and its response is
     * lost; the client then tries again.
     */
    Adapter withoutFirstAnswers();

    @Test
    default void a_link_works_although_the_answer_was_lost() {
        var token = new VerificationToken(address(), unique(), Samples.SOON);
        tokens(adapter()).createVerificationToken(token);

        assertThat(tokens(withoutFirstAnswers()).useVerificationToken(token.identifier(), token.token()))
                .hasValue(token);
        assertThat(tokens(adapter()).useVerificationToken(token.identifier(), token.token()))
                .isEmpty();
        assertThat(tokens(withoutFirstAnswers()).useVerificationToken(token.identifier(), token.token()))
                .isEmpty();
    }

    @Test
    default void a_key_is_marked_as_used_although_the_answer_was_lost() {
        String key = unique();

        assertThat(usedTokens(withoutFirstAnswers()).markUsed(key, Samples.SOON))
                .isTrue();
        assertThat(usedTokens(adapter()).markUsed(key, Samples.SOON)).isFalse();
        assertThat(usedTokens(withoutFirstAnswers()).markUsed(key, Samples.SOON))
                .isFalse();
    }

    @Test
    default void a_link_is_created_and_single_use_although_the_answer_was_lost() {
        var token = new VerificationToken(address(), unique(), Samples.SOON);

        assertThat(tokens(withoutFirstAnswers()).createVerificationToken(token)).isEqualTo(token);
        assertThat(tokens(adapter()).useVerificationToken(token.identifier(), token.token()))
                .hasValue(token);
    }

    @Test
    default void a_session_begins_and_lasts_although_the_answer_was_lost() {
        var session = session(stored(adapter()));

        assertThat(sessions(withoutFirstAnswers()).createSession(session)).isEqualTo(session);
        assertThat(sessions(withoutFirstAnswers())
                        .updateSession(SessionChange.of(session.sessionToken()).expires(Samples.LATER)))
                .hasValueSatisfying(it -> assertThat(it.expires()).isEqualTo(Samples.LATER));
        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .isPresent();
    }

    @Test
    default void a_session_is_deleted_although_the_answer_was_lost() {
        var session = sessions(adapter()).createSession(session(stored(adapter())));
        sessions(withoutFirstAnswers()).deleteSession(session.sessionToken());

        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .isEmpty();
    }

    @Test
    default void a_session_record_is_registered_extended_and_ended_although_the_answer_was_lost() {
        var record = Samples.record(Samples.sessionId(), unique());
        registry(withoutFirstAnswers()).registerSession(record);
        registry(withoutFirstAnswers())
                .prolongSession(
                        record.id(),
                        record.seen().plusSeconds(1),
                        record.expires().plusSeconds(1),
                        record.seen().plusSeconds(1));
        assertThat(registry(adapter()).getSessionRecord(record.id()))
                .hasValueSatisfying(it -> assertThat(it.session().expires())
                        .isEqualTo(record.expires().plusSeconds(1)));

        assertThat(registry(withoutFirstAnswers()).endSessions(SessionSelection.one(record.id())))
                .hasSize(1);
        assertThat(registry(adapter()).getSessionRecord(record.id())).isEmpty();
    }

    @Test
    default void a_user_is_created_and_changed_although_the_answer_was_lost() {
        var user = users(withoutFirstAnswers()).createUser(someone());
        var nameless = users(withoutFirstAnswers()).createUser(User.of(null, "Without an address", null));
        var renamed = users(withoutFirstAnswers())
                .updateUser(UserChange.of(id(user)).name("Bill").email(address()));

        assertThat(users(adapter()).getUser(id(user))).hasValue(renamed);
        assertThat(users(adapter()).getUser(id(nameless))).hasValue(nameless);
    }

    @Test
    default void an_account_is_linked_and_unlinked_although_the_answer_was_lost() {
        var user = stored(adapter());
        var account = account(user);
        users(withoutFirstAnswers()).linkAccount(account);
        assertThat(users(adapter()).getUserByAccount(account.provider(), account.providerAccountId()))
                .hasValue(user);

        users(withoutFirstAnswers()).unlinkAccount(account.provider(), account.providerAccountId());
        assertThat(users(adapter()).getUserByAccount(account.provider(), account.providerAccountId()))
                .isEmpty();
    }

    @Test
    default void a_passkey_is_registered_and_counts_although_the_answer_was_lost() {
        var passkey = authenticator(stored(adapter()));

        assertThat(authenticators(withoutFirstAnswers()).createAuthenticator(passkey))
                .isEqualTo(passkey);
        assertThat(authenticators(withoutFirstAnswers())
                        .updateAuthenticatorCounter(passkey.credentialID(), 8)
                        .counter())
                .isEqualTo(8);
    }

    @Test
    default void a_record_is_created_replaced_and_taken_although_the_answer_was_lost() {
        var record = Samples.moduleRecord(unique());

        assertThat(records(withoutFirstAnswers()).createRecord(record)).isTrue();
        assertThat(records(withoutFirstAnswers()).createRecord(record)).isFalse();
        assertThat(records(withoutFirstAnswers()).replaceRecord(record)).isTrue();
        assertThat(records(withoutFirstAnswers()).replaceRecord(record)).isFalse();
        assertThat(records(withoutFirstAnswers()).takeRecord(record.kind(), record.id()))
                .hasValue(record.replaced());
        assertThat(records(withoutFirstAnswers()).takeRecord(record.kind(), record.id()))
                .isEmpty();
    }

    @Test
    default void a_user_is_deleted_although_the_answer_was_lost() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(account(user));
        users(withoutFirstAnswers()).deleteUser(id(user));

        assertThat(users(adapter()).getUser(id(user))).isEmpty();
        assertThat(users(adapter()).getUserByAccount(account.provider(), account.providerAccountId()))
                .isEmpty();
    }
}
