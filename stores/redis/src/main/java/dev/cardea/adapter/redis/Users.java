package dev.cardea.adapter.redis;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.UserChange;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Users, and for each address a pointer to the user who has it. The row is the truth: a pointer whose row is gone or has
 * another address counts for nothing, so a pointer left by a crash or another program blocks no user.
 */
final class Users implements ForwardingAdapter.Users {
    /** Longer than any unit of work. */
    private static final long LOCK_MILLIS = Duration.ofHours(1).toMillis();

    private static final int TRIES = 100;

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Randomness randomness;

    Users(Commands commands, Keys keys, Randomness randomness) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.randomness = randomness;
    }

    /** Writes the row, then the pointer. A crash between them leaves a row that no lookup finds. */
    @Override
    public User createUser(User proposal) {
        String id = randomness.uuid();
        var row = row(proposal.claims().without("id")).with("id", id);
        rows.put(keys.user(id), row, Commands.FOR_EVER);
        if (proposal.email() != null && !claim(proposal.email(), id)) {
            commands.remove(keys.user(id), row.toJson());
            throw duplicateEmail();
        }
        return user(row);
    }

    @Override
    public Optional<User> getUser(String id) {
        return rows.get(keys.user(id), Rows.has("id", id)).map(Users::user);
    }

    /**
     * In a unit of work, which ends only if what it read is as it was: of two that lock one user at once, one begins again.
     * The lock is written, and not only read, because sessions may be in another store, whose rows this one cannot check.
     */
    Optional<User> lock(String id) {
        var found = rows.each(List.of(keys.user(id), keys.lock(id))).get(0).filter(Rows.has("id", id));
        if (found.isPresent()) commands.put(keys.lock(id), randomness.uuid(), LOCK_MILLIS);
        return found.map(Users::user);
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        var id = commands.get(keys.email(email));
        return id == null ? Optional.empty() : getUser(id).filter(user -> email.equals(user.email()));
    }

    /**
     * Writes the pointer from the new address, then the row, then removes the pointer from the old one. Until the row
     * has the new address, another user can claim it. The address is therefore checked again, and the loser undoes its
     * change.
     */
    @Override
    public User updateUser(UserChange change) {
        var before = getUser(change.id()).orElseThrow(Users::unknown);
        var fields = row(change.fields());
        var email = fields.text("email");
        if (email != null && !claim(email, change.id())) throw duplicateEmail();
        var replaced = new User[] {before};
        var after = rows.change(keys.user(change.id()), Rows.has("id", change.id()), row -> {
                    replaced[0] = user(row);
                    return row.withAll(fields);
                })
                .map(Users::user)
                .orElseThrow(Users::unknown);
        var old = replaced[0].email();
        if (email != null && !change.id().equals(commands.get(keys.email(email)))) {
            rows.change(
                    keys.user(change.id()),
                    Rows.has("id", change.id()).and(Rows.has("email", email)),
                    row -> row.with("email", old));
            throw duplicateEmail();
        }
        if (old != null && !old.equals(after.email())) commands.remove(keys.email(old), change.id());
        return after;
    }

    /** Pointer, then row: cut between them, a second deletion still finds what is left. */
    void delete(String id) {
        var user = getUser(id);
        if (user.isEmpty()) return;
        var email = user.get().email();
        if (email != null) commands.remove(keys.email(email), id);
        rows.remove(keys.user(id), Rows.has("id", id));
    }

    /** Points the address to the user, unless it points to another user who has it. */
    private boolean claim(String email, String id) {
        String key = keys.email(email);
        for (int i = 0; i < TRIES; i++) {
            if (commands.putNew(key, id, Commands.FOR_EVER)) return true;
            var holder = commands.get(key);
            if (holder == null) continue;
            if (holder.equals(id)) return true;
            if (hasAddress(holder, email)) return false;
            if (!commands.replace(key, holder, id, Commands.FOR_EVER)) continue;
            if (!hasAddress(holder, email)) return true;
            // The holder was about to get the address, and has it by now.
            commands.replace(key, id, holder, Commands.FOR_EVER);
            return false;
        }
        return false;
    }

    private boolean hasAddress(String id, String email) {
        return getUser(id).filter(user -> email.equals(user.email())).isPresent();
    }

    /** As it reads when it comes back: instants are text, whole milliseconds. */
    private static Claims row(Claims fields) {
        return Json.parseObject(fields.toJson(), Json.TRUSTED_DEPTH);
    }

    static User user(Claims row) {
        var verified = row.text("emailVerified");
        return User.of(verified == null ? row : row.with("emailVerified", time(verified)));
    }

    private static @Nullable Object time(String text) {
        return Objects.requireNonNullElse(IsoTime.parse(text).orElse(null), text);
    }

    private static DuplicateKeyException duplicateEmail() {
        return new DuplicateKeyException("there is a user with this email address already", null);
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such user", null);
    }
}
