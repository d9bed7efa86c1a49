package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.bareAccount;
import static dev.cardea.adapter.testkit.Samples.id;
import static dev.cardea.adapter.testkit.Samples.session;
import static dev.cardea.adapter.testkit.Samples.stored;
import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.units;
import static dev.cardea.adapter.testkit.Samples.users;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ComposedAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserLocks;
import dev.cardea.model.User;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * {@link UserLocks}: units that concern one user run one after the other. For adapters with units of work, accounts by
 * user and sessions by user.
 */
@ContractOf(UserLocks.class)
public interface UserLocksContract extends AdapterContract {
    @Test
    default void a_lock_returns_the_user_as_it_is() {
        var user = stored(adapter());

        Optional<User> locked = units(adapter()).inUnit(unit -> lock(unit, id(user)));
        assertThat(locked).hasValue(user);
    }

    @Test
    default void an_unknown_user_is_neither_locked_nor_created() {
        String unknown = unique();

        Optional<User> locked = units(adapter()).inUnit(unit -> lock(unit, unknown));
        assertThat(locked).isEmpty();
        assertThat(users(adapter()).getUser(unknown)).isEmpty();
    }

    @Test
    default void a_user_may_be_locked_twice_in_a_unit_and_changed() {
        var user = stored(adapter());

        var changed = units(adapter()).inUnit(unit -> {
            lock(unit, id(user));
            lock(unit, id(user));
            return users(unit).updateUser(UserChange.of(id(user)).name("Bill"));
        });
        assertThat(users(adapter()).getUser(id(user))).hasValue(changed);
    }

    /** Stores in which only writes meet, such as MongoDB, have to write the lock. */
    @Test
    default void units_that_only_lock_a_user_do_not_overlap() throws Exception {
        var user = id(stored(adapter()));
        var other = new Future<?>[1];
        var isFirst = new AtomicBoolean(true);
        boolean overlapped = repeated(() -> units(adapter()).inUnit(unit -> {
            lock(unit, user);
            if (!isFirst.getAndSet(false)) return false;
            other[0] = Race.begin(() -> repeated(() -> units(adapter()).inUnit(its -> lock(its, user))));
            Race.giveHeadStart(other[0]);
            return other[0].isDone();
        }));
        other[0].get(60, TimeUnit.SECONDS);

        assertThat(overlapped)
                .as("the second unit ended within the first, which was not repeated")
                .isFalse();
    }

    /** The owner is first: a sign-in that waited finds no earlier account or session. */
    @Test
    default void a_sign_in_during_the_end_of_everything_leaves_no_session() throws Exception {
        for (int round = 0; round < 3; round++) {
            var scene = new Scene(adapter());
            var signingIn = new Future<?>[1];
            repeated(() -> units(adapter()).inUnit(unit -> {
                lock(unit, scene.user);
                if (signingIn[0] == null) signingIn[0] = Race.begin(() -> repeated(() -> scene.signIn(() -> {})));
                Race.giveHeadStart(signingIn[0]);
                return scene.end(unit);
            }));
            signingIn[0].get(60, TimeUnit.SECONDS);

            assertThat(scene.sessions()).isZero();
        }
    }

    /** The sign-in is first: what it stores ends with everything else. */
    @Test
    default void the_end_of_everything_also_ends_a_sign_in_before_it() throws Exception {
        for (int round = 0; round < 3; round++) {
            var scene = new Scene(adapter());
            var isIn = new CountDownLatch(1);
            var ending = new CompletableFuture<Boolean>();
            var signingIn = Race.begin(() -> repeated(() -> scene.signIn(() -> {
                isIn.countDown();
                Race.giveHeadStart(ending);
            })));
            isIn.await(60, TimeUnit.SECONDS);
            ending.complete(repeated(() -> units(adapter()).inUnit(unit -> {
                lock(unit, scene.user);
                return scene.end(unit);
            })));
            signingIn.get(60, TimeUnit.SECONDS);

            assertThat(scene.sessions()).isZero();
            assertThat(scene.accounts()).isZero();
        }
    }

    /** The sign-in begins after the sessions were listed, so this unit does not find the new one. */
    @Test
    default void a_sign_in_after_the_listing_of_sessions_leaves_no_session() throws Exception {
        signsInAfterTheListing(adapter());
    }

    /** The same where only the lock can tell that the sign-in has taken place. */
    @Test
    default void a_sign_in_after_the_listing_leaves_no_session_in_another_store() throws Exception {
        signsInAfterTheListing(ComposedAdapter.of(adapter(), new SessionsOnly()));
    }

    private static void signsInAfterTheListing(Adapter adapter) throws Exception {
        for (int round = 0; round < 3; round++) {
            var scene = new Scene(adapter);
            var signingIn = new Future<?>[1];
            repeated(() -> units(adapter).inUnit(unit -> {
                lock(unit, scene.user);
                scene.end(unit);
                if (signingIn[0] == null) signingIn[0] = Race.begin(() -> repeated(scene::signInAgain));
                Race.giveHeadStart(signingIn[0]);
                return true;
            }));
            signingIn[0].get(60, TimeUnit.SECONDS);

            assertThat(scene.sessions()).isZero();
        }
    }

    /** A user whose account belongs to an attacker, who signs in while the owner ends everything. */
    final class Scene {
        private final Adapter adapter;
        private final String user;
        private final String account = unique();

        Scene(Adapter adapter) {
            this.adapter = adapter;
            var stored = stored(adapter);
            user = id(stored);
            users(adapter).linkAccount(bareAccount(stored, "github", account));
        }

        /** Links one more account, so that a new one ends as well. */
        boolean signIn(Runnable beforeTheEnd) {
            return units(adapter).inUnit(unit -> {
                var owner = sessionFor(unit);
                if (owner.isEmpty()) return false;
                users(unit).linkAccount(bareAccount(owner.get(), "gitlab", account));
                beforeTheEnd.run();
                return true;
            });
        }

        /** Writes nothing but a session, as every sign-in after the first one does. */
        boolean signInAgain() {
            return units(adapter).inUnit(unit -> sessionFor(unit).isPresent());
        }

        private Optional<User> sessionFor(Adapter unit) {
            lock(unit, user);
            var owner = users(unit).getUserByAccount("github", account);
            owner.ifPresent(it -> ((SessionAdapter) unit).createSession(session(it)));
            return owner;
        }

        boolean end(Adapter unit) {
            users(unit).updateUser(UserChange.of(user).emailVerified(Samples.SOON));
            ((SessionIndex) unit).deleteSessionsByUserId(user, "");
            for (var it : ((AccountIndex) unit).listAccountsByUserId(user)) {
                users(unit).unlinkAccount(it.provider(), it.providerAccountId());
            }
            return true;
        }

        int sessions() {
            return ((SessionIndex) adapter).listSessionsByUserId(user).size();
        }

        int accounts() {
            return ((AccountIndex) adapter).listAccountsByUserId(user).size();
        }
    }

    private static Optional<User> lock(Adapter unit, String userId) {
        return ((UserLocks) unit).lockUser(userId);
    }

    /** Repeats a unit that lost, as the library does. */
    private static <T> T repeated(Supplier<T> unit) {
        for (int tries = 1; ; tries++) {
            try {
                return unit.get();
            } catch (RuntimeException e) {
                if (tries == 5 || !StoreException.isCausedBy(StoreConflictException.class, e)) throw e;
            }
        }
    }
}
