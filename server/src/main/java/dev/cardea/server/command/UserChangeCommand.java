package dev.cardea.server.command;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UnknownFieldException;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.server.users.UserFields;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** A command that writes fields of a user. */
abstract class UserChangeCommand extends StoreCommand {
    private static final Clock CLOCK = Clock.systemUTC();

    UserChangeCommand(Env env) {
        super(env);
    }

    static Claims fields(List<String> written) {
        try {
            return UserFields.parse(written, CLOCK);
        } catch (IllegalArgumentException e) {
            throw StoppedException.wrong(String.valueOf(e.getMessage()));
        }
    }

    static String address(String written) {
        try {
            return UserFields.address(written);
        } catch (IllegalArgumentException e) {
            throw StoppedException.wrong(String.valueOf(e.getMessage()));
        }
    }

    static Instant now() {
        return UserFields.now(CLOCK);
    }

    /**
     * Writes, and returns the user as stored. A column of another type changes a value. An operator who gave a role must
     * not take it for set, so nothing is written then, where the store has units of work.
     */
    static User kept(Adapter adapter, Claims wanted, Function<Adapter, User> write) {
        Function<Adapter, User> checked = unit -> {
            try {
                var user = write.apply(unit);
                var changed = UserFields.notKept(wanted, user.claims());
                if (changed.isEmpty()) return user;
                throw notKept(changed);
            } catch (UnknownFieldException e) {
                throw notKept(e.fields());
            }
        };
        return adapter instanceof UnitOfWork unit ? unit.inUnit(checked) : checked.apply(adapter);
    }

    private static StoppedException notKept(List<String> fields) {
        return StoppedException.broken("the store does not keep " + String.join(", ", fields)
                + " as given; in a relational database, add a column of that name and type to the table of users");
    }
}
