package dev.cardea.server.command;

import dev.cardea.Auth;
import dev.cardea.Sessions;
import dev.cardea.accounts.Actor;
import dev.cardea.accounts.UserAdmin;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.hooks.Hooks;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.User;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.store.SchemaCheck;
import dev.cardea.server.users.Printable;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A command about users of the store of a configuration. */
abstract class StoreCommand extends FileCommand {
    /** As long as a server that stops: two more tries of an event take six seconds. */
    private static final Duration EVENTS = Duration.ofMillis(9_500);

    /** No visitor waits, and on a busy machine the driver alone may take longer to load than a request would wait. */
    private static final Duration CONNECTION = Duration.ofSeconds(15);

    StoreCommand(Env env) {
        super(env);
    }

    /** A command that cannot go on, with the reason for the operator. */
    static final class StoppedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int code;

        private StoppedException(int code, String reason) {
            super(reason, null, false, false);
            this.code = code;
        }

        static StoppedException broken(String reason) {
            return new StoppedException(ExitCode.BROKEN, reason);
        }

        static StoppedException wrong(String reason) {
            return new StoppedException(ExitCode.WRONG, reason);
        }
    }

    @Override
    final int run(ServerSettings settings) {
        var store = settings.store();
        if (store == null) return stop(ExitCode.WRONG, "key \"store\" is missing, so no users are stored");
        try (store) {
            if (settings.storeSettings() != null && settings.storeSettings().isMemory()) {
                return stop(
                        ExitCode.WRONG,
                        "the users of \"store: memory\" exist only in the server's process; set "
                                + "store to a database");
            }
            store.connections().ifPresent(connections -> connections.waitAtLeast(CONNECTION));
            // A command makes no tables, whatever the file lets a server do.
            var problem = SchemaCheck.problem(store, false, true);
            if (problem.isPresent()) return stop(ExitCode.WRONG, problem.get().advice(config()));
            run(settings, store.adapter());
            send(settings.hooks());
            return ExitCode.DONE;
        } catch (StoppedException e) {
            return stop(e.code, String.valueOf(e.getMessage()));
        } catch (DuplicateKeyException e) {
            return stop(ExitCode.BROKEN, "another user already has this email address");
        } catch (StoreException e) {
            return stop(ExitCode.BROKEN, "the store: " + e.getMessage());
        } catch (AdapterException e) {
            return stop(ExitCode.BROKEN, "the store: " + (e.getCause() == null ? e : e.getCause()).getMessage());
        } catch (AuthException e) {
            return stop(ExitCode.BROKEN, String.valueOf(e.getMessage()));
        }
    }

    /** Events are sent by another thread, which ends with the process. */
    private static void send(@Nullable Hooks hooks) {
        if (hooks != null && hooks.waitingEvents() > 0) hooks.drain(EVENTS);
    }

    private int stop(int code, String reason) {
        // It may quote what a script passed on, such as the address that a visitor entered.
        complain("cardea: " + Printable.of(reason));
        return code;
    }

    /**
     * Does the work.
     *
     * @throws StoppedException if it cannot
     */
    abstract void run(ServerSettings settings, Adapter adapter);

    /**
     * Returns what lists and ends sessions as the server does, with the events for the application.
     *
     * @throws StoppedException if sessions can't be ended
     */
    static Sessions sessions(ServerSettings settings) {
        if (!settings.auth().strategy().canEnd()) {
            throw StoppedException.broken(
                    "this site keeps sessions in cookies (session.strategy: jwt), which end when they expire; a "
                            + "new secret ends the sessions of all users. Set session.strategy to revocable to list and "
                            + "end them");
        }
        return Auth.of(settings.auth()).sessions();
    }

    /** Accounts need sessions that can be ended. */
    static boolean hasAccounts(ServerSettings settings) {
        return settings.auth().strategy().canEnd()
                && Auth.of(settings.auth()).site().signInStep().isPresent();
    }

    /** @throws dev.cardea.error.ConfigurationException if the file has no accounts */
    static UserAdmin admin(ServerSettings settings) {
        return UserAdmin.of(Auth.of(settings.auth()), Actor.system("command"));
    }

    /** Ends all sessions of a user, also what the store has from another strategy; returns how many there were. */
    static int endAll(Sessions sessions, Adapter adapter, String userId) {
        int ended = sessions.endAll(userId);
        var all = new AllSessions(adapter);
        if (!all.canList()) return ended;
        int left = all.list(userId).size();
        if (left > 0) all.endAll(userId, null);
        return ended + left;
    }

    static String report(int ended, String userId) {
        return "ended " + ended + (ended == 1 ? " session of " : " sessions of ") + userId;
    }

    static Store store(Adapter adapter) {
        return new Store(adapter, Clock.systemUTC());
    }

    static UserAdapter users(Adapter adapter) {
        return (UserAdapter) adapter;
    }

    static String id(User user) {
        return Objects.requireNonNull(user.id(), "a stored user has an id");
    }

    /**
     * Returns the user with this email address, or else with this id.
     *
     * @throws StoppedException if there is no such user
     */
    static User find(Adapter adapter, String who) {
        var users = users(adapter);
        return byAddress(users, who)
                .or(() -> users.getUser(who))
                .orElseThrow(() -> StoppedException.broken("no user has the email address or ID " + who));
    }

    /** An application may have stored an address as it was written. */
    static Optional<User> byAddress(UserAdapter users, String address) {
        if (address.indexOf('@') < 0) return Optional.empty();
        return users.getUserByEmail(address).or(() -> {
            try {
                return users.getUserByEmail(EmailAddress.normalize(address));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        });
    }
}
