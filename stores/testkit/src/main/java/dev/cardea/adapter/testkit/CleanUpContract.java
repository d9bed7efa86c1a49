package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.address;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.registry;
import static dev.cardea.adapter.testkit.Samples.sessions;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.tokens;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.usedTokens;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.VerificationToken;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** For stores that remove expired rows on request: expired rows are removed, and nothing else. */
public interface CleanUpContract extends AdapterContract {
    /** Removes what has expired. */
    void deleteExpired();

    @Test
    default void expired_rows_are_removed() {
        var user = stored(adapter());
        var session = sessions(adapter()).createSession(new AdapterSession(unique(), id(user), longAgo()));
        var link = tokens(adapter()).createVerificationToken(new VerificationToken(address(), unique(), longAgo()));
        var record = Samples.record(Samples.sessionId(), id(user)).prolonged(longAgo(), longAgo());
        registry(adapter()).registerSession(record);
        deleteExpired();

        assertThat(sessions(adapter()).getSessionAndUser(session.sessionToken()))
                .isEmpty();
        assertThat(tokens(adapter()).useVerificationToken(link.identifier(), link.token()))
                .isEmpty();
        assertThat(registry(adapter()).getSessionRecord(record.id())).isEmpty();
    }

    /** Whatever format a store uses for times: text or numbers, seconds or milliseconds. */
    @Test
    default void valid_rows_stay() {
        var user = stored(adapter());
        var soon = Instant.ofEpochMilli(System.currentTimeMillis()).plus(Duration.ofMinutes(2));
        for (var end : new Instant[] {soon, Samples.SOON, Samples.LATER, Instant.parse("2099-12-31T23:59:59.999Z")}) {
            var session = sessions(adapter()).createSession(new AdapterSession(unique(), id(user), end));
            var link = tokens(adapter()).createVerificationToken(new VerificationToken(address(), unique(), end));
            var record = Samples.record(Samples.sessionId(), id(user)).prolonged(Samples.SOON, end);
            registry(adapter()).registerSession(record);
            String key = unique();
            assertThat(usedTokens(adapter()).markUsed(key, end)).isTrue();
            deleteExpired();

            assertThat(sessions(adapter())
                            .getSessionAndUser(session.sessionToken())
                            .map(SessionAndUser::session))
                    .hasValue(session);
            assertThat(registry(adapter()).getSessionRecord(record.id()).map(RecordAndUser::session))
                    .hasValue(record);
            assertThat(tokens(adapter()).useVerificationToken(link.identifier(), link.token()))
                    .hasValue(link);
            assertThat(usedTokens(adapter()).markUsed(key, end)).isFalse();
        }
    }

    @Test
    default void users_and_their_accounts_stay() {
        var user = stored(adapter());
        var account = users(adapter()).linkAccount(Samples.account(user));
        deleteExpired();

        assertThat(users(adapter()).getUser(id(user))).hasValue(user);
        assertThat(users(adapter()).getUserByAccount(account.provider(), account.providerAccountId()))
                .hasValue(user);
    }

    private static Instant longAgo() {
        return Instant.ofEpochMilli(System.currentTimeMillis()).minus(Duration.ofDays(2));
    }
}
