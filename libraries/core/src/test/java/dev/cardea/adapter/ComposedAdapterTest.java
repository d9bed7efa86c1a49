package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The behaviour of two combined stores; the contract tests of the Redis module cover the promises of an adapter. */
class ComposedAdapterTest {
    private static final Instant SOON =
            Instant.now().truncatedTo(ChronoUnit.MILLIS).plus(7, ChronoUnit.DAYS);
    private static final Instant LATER = SOON.plus(38, ChronoUnit.DAYS);

    private final InMemoryAdapter people = new InMemoryAdapter();
    private final SessionsOnly sessions = new SessionsOnly();
    private final Adapter both = ComposedAdapter.of(people, sessions);

    /** The smallest possible second store. It stores no users. */
    private static final class SessionsOnly implements SessionAdapter {
        private final Map<String, AdapterSession> rows = new HashMap<>();
        private boolean isDown;

        @Override
        public AdapterSession createSession(AdapterSession session) {
            if (isDown) throw new IllegalStateException("down");
            rows.put(session.sessionToken(), session);
            return session;
        }

        @Override
        public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
            return Optional.empty();
        }

        @Override
        public Optional<AdapterSession> updateSession(SessionChange change) {
            return Optional.ofNullable(rows.computeIfPresent(change.sessionToken(), (token, it) -> change.applyTo(it)));
        }

        @Override
        public Optional<AdapterSession> deleteSession(String sessionToken) {
            if (isDown) throw new IllegalStateException("down");
            return Optional.ofNullable(rows.remove(sessionToken));
        }

        @Override
        public String toString() {
            return "SessionsOnly";
        }
    }

    @Test
    void sessions_are_in_the_second_store_and_users_in_the_first() {
        var user = ((UserAdapter) both).createUser(User.of(null, "Ada", "ada@example.com"));
        var session = session(user, "t");

        assertThat(people.getUserByEmail("ada@example.com")).hasValue(user);
        assertThat(sessions.rows).containsOnlyKeys("t");
        assertThat(((SessionAdapter) both).getSessionAndUser("t")).hasValue(new SessionAndUser(session, user));
        people.deleteUser(id(user));
        assertThat(((SessionAdapter) both).getSessionAndUser("t")).isEmpty();
    }

    @Test
    void a_capability_that_no_part_has_is_absent() {
        assertThat(both)
                .isInstanceOf(UnitOfWork.class)
                .isInstanceOf(AuthenticatorAdapter.class)
                .isInstanceOf(AccountUpdates.class)
                .isInstanceOf(VerificationTokenAdapter.class)
                .isInstanceOf(UsedTokens.class)
                .isNotInstanceOf(SessionIndex.class);
        var modest = ComposedAdapter.of(new UsersOnly(people), sessions);
        assertThat(modest)
                .isInstanceOf(UserAdapter.class)
                .isInstanceOf(SessionAdapter.class)
                .isNotInstanceOf(UnitOfWork.class)
                .isNotInstanceOf(VerificationTokenAdapter.class)
                .isNotInstanceOf(UsedTokens.class);
    }

    @Test
    void links_and_used_keys_are_in_the_first_store_if_the_second_cannot_keep_them() {
        ((VerificationTokenAdapter) both).createVerificationToken(new VerificationToken("a", "b", SOON));
        ((UsedTokens) both).markUsed("k", LATER);

        assertThat(people.useVerificationToken("a", "b")).isPresent();
        assertThat(people.markUsed("k", LATER)).isFalse();
    }

    @Test
    void a_failed_unit_undoes_its_changes_in_the_second_store() {
        var user = people.createUser(User.of(null, "Ada", "ada@example.com"));
        session(user, "kept");
        session(user, "moved");
        var before = Map.copyOf(sessions.rows);
        var stop = new IllegalStateException("stop");

        assertThatThrownBy(() -> inUnit(unit -> {
                    var adapter = (SessionAdapter) unit;
                    adapter.createSession(new AdapterSession("new", id(user), SOON));
                    adapter.deleteSession("kept");
                    adapter.updateSession(SessionChange.of("moved").expires(LATER));
                    adapter.updateSession(SessionChange.of("new").expires(LATER));
                    assertThat(sessions.rows).containsOnlyKeys("new", "moved");
                    throw stop;
                }))
                .isSameAs(stop);
        assertThat(sessions.rows).isEqualTo(before);
    }

    @Test
    void a_unit_that_succeeds_keeps_it() {
        var user = inUnit(unit -> {
            var created = ((UserAdapter) unit).createUser(User.of(null, "Ada", "ada@example.com"));
            ((UserAdapter) unit)
                    .linkAccount(Account.of("github", "1", ProviderType.OAUTH).with("userId", created.id()));
            ((SessionAdapter) unit).createSession(new AdapterSession("t", id(created), SOON));
            return created;
        });

        assertThat(((SessionAdapter) both).getSessionAndUser("t").orElseThrow().user())
                .isEqualTo(user);
    }

    @Test
    void a_session_that_ends_elsewhere_during_a_failed_unit_stays_ended() {
        var records = new InMemoryAdapter();
        var composed = (UnitOfWork) ComposedAdapter.of(people, records);
        for (var id : List.of("kept", "ended")) records.registerSession(record(id));

        assertThatThrownBy(() -> composed.inUnit(unit -> {
                    assertThat(((SessionRegistry) unit).endSessions(SessionSelection.ofUser("ada")))
                            .hasSize(2);
                    records.endSessions(SessionSelection.one("ended"));
                    throw new IllegalStateException("stop");
                }))
                .hasMessage("stop");
        assertThat(records.listSessionRecords("ada"))
                .extracting(SessionRecord::id)
                .containsExactly("kept");
    }

    @Test
    void a_unit_that_succeeds_ends_the_sessions_from_before_it_and_no_new_one() {
        var records = new InMemoryAdapter();
        var composed = (UnitOfWork) ComposedAdapter.of(people, records);
        records.registerSession(record("before"));

        composed.inUnit(unit -> {
            ((SessionRegistry) unit).endSessions(SessionSelection.ofUser("ada"));
            ((SessionRegistry) unit).registerSession(record("new"));
            return unit;
        });
        assertThat(records.listSessionRecords("ada"))
                .extracting(SessionRecord::id)
                .containsExactly("new");
    }

    private static SessionRecord record(String id) {
        return new SessionRecord(id, "ada", false, SOON, SOON, LATER, "", null, null, null, null);
    }

    /** A store may run the work again after a conflict. */
    @Test
    void a_unit_that_runs_twice_leaves_one_session() {
        var user = people.createUser(User.of(null, "Ada", "ada@example.com"));
        var conflicting = ComposedAdapter.of(new ConflictingUsers(people), sessions);
        int[] runs = {0};
        ((UnitOfWork) conflicting)
                .inUnit(unit ->
                        ((SessionAdapter) unit).createSession(new AdapterSession("t" + ++runs[0], id(user), SOON)));

        assertThat(sessions.rows).containsOnlyKeys("t2");
    }

    /**
     * The database may have committed the sign-in, and its owner's sessions may have been ended on purpose: none comes
     * back.
     */
    @Test
    void sessions_ended_by_a_unit_stay_ended_if_its_commit_is_uncertain() {
        var user = people.createUser(User.of(null, "Ada", "ada@example.com"));
        var inDoubt = ComposedAdapter.of(new UnansweringUsers(people), sessions);
        session(user, "ended");
        session(user, "moved");

        assertThatThrownBy(() -> ((UnitOfWork) inDoubt).inUnit(unit -> {
                    var adapter = (SessionAdapter) unit;
                    adapter.deleteSession("ended");
                    adapter.updateSession(SessionChange.of("moved").expires(LATER));
                    return adapter.createSession(new AdapterSession("new", id(user), SOON));
                }))
                .hasMessageStartingWith("no answer");
        assertThat(sessions.rows).containsOnlyKeys("moved");
        assertThat(sessions.rows.get("moved").expires()).isEqualTo(SOON);
    }

    @Test
    void a_link_used_by_a_unit_stays_used_if_its_commit_is_uncertain() {
        var links = new InMemoryAdapter();
        var inDoubt = ComposedAdapter.of(new UnansweringUsers(people), links);
        links.createVerificationToken(new VerificationToken("a", "b", SOON));

        assertThatThrownBy(() -> ((UnitOfWork) inDoubt)
                        .inUnit(unit -> ((VerificationTokenAdapter) unit)
                                .useVerificationToken("a", "b")
                                .orElseThrow()))
                .hasMessageStartingWith("no answer");
        assertThat(links.useVerificationToken("a", "b")).isEmpty();
    }

    @Test
    void an_outage_of_the_second_store_does_not_hide_why_the_unit_failed() {
        var user = people.createUser(User.of(null, "Ada", "ada@example.com"));
        var stop = new IllegalStateException("stop");

        assertThatThrownBy(() -> inUnit(unit -> {
                    ((SessionAdapter) unit).createSession(new AdapterSession("t", id(user), SOON));
                    sessions.isDown = true;
                    throw stop;
                }))
                .isSameAs(stop)
                .hasSuppressedException(new IllegalStateException("down"));
    }

    @Test
    void an_exception_of_a_part_is_rethrown_unchanged() {
        assertThatThrownBy(() -> ((UserAdapter) both).updateUser(UserChange.of("unknown")))
                .isExactlyInstanceOf(RowNotFoundException.class)
                .hasMessage("there is no such user");
    }

    @Test
    void parts_without_the_required_capabilities_are_rejected() {
        assertThatThrownBy(() -> ComposedAdapter.of(sessions, sessions))
                .hasMessage("SessionsOnly must have the capability UserAdapter");
        assertThatThrownBy(() -> ComposedAdapter.of(people, new UsersOnly(people)))
                .hasMessageContaining("SessionAdapter");
    }

    @Test
    void it_prints_its_parts() {
        assertThat(both)
                .asString()
                .startsWith("ComposedAdapter[InMemoryAdapter[")
                .endsWith(", SessionsOnly]");
    }

    /** Fails the first run, as a database does after a conflict with another transaction. */
    private static final class ConflictingUsers extends UsersOnly implements UnitOfWork {
        ConflictingUsers(InMemoryAdapter store) {
            super(store);
        }

        @Override
        public <T> T inUnit(Function<Adapter, T> work) {
            T givenUp = work.apply(this);
            T done = work.apply(this);
            assertThat(done).isNotSameAs(givenUp);
            return done;
        }
    }

    /** Does the work and loses its response. */
    private static final class UnansweringUsers extends UsersOnly implements UnitOfWork {
        UnansweringUsers(InMemoryAdapter store) {
            super(store);
        }

        @Override
        public <T> T inUnit(Function<Adapter, T> work) {
            T done = work.apply(this);
            throw new IllegalStateException("no answer after " + done.getClass());
        }
    }

    /** Stores users only. */
    private static class UsersOnly implements UserAdapter {
        private final InMemoryAdapter store;

        UsersOnly(InMemoryAdapter store) {
            this.store = store;
        }

        @Override
        public User createUser(User user) {
            return store.createUser(user);
        }

        @Override
        public Optional<User> getUser(String id) {
            return store.getUser(id);
        }

        @Override
        public Optional<User> getUserByEmail(String email) {
            return store.getUserByEmail(email);
        }

        @Override
        public Optional<User> getUserByAccount(String provider, String providerAccountId) {
            return store.getUserByAccount(provider, providerAccountId);
        }

        @Override
        public User updateUser(UserChange change) {
            return store.updateUser(change);
        }

        @Override
        public void deleteUser(String userId) {
            store.deleteUser(userId);
        }

        @Override
        public Account linkAccount(Account account) {
            return store.linkAccount(account);
        }

        @Override
        public void unlinkAccount(String provider, String providerAccountId) {
            store.unlinkAccount(provider, providerAccountId);
        }
    }

    private <T> T inUnit(Function<Adapter, T> work) {
        return ((UnitOfWork) both).inUnit(work);
    }

    private AdapterSession session(User user, String token) {
        return ((SessionAdapter) both).createSession(new AdapterSession(token, id(user), SOON));
    }

    private static String id(User user) {
        return String.valueOf(user.id());
    }
}
