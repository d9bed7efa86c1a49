package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.UserChange;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Users, and for each address a pointer to the user who has it. The row is the truth: a pointer whose row is gone or has
 * another address counts for nothing, so a pointer left by a crash blocks no user.
 */
final class Users implements ForwardingAdapter.Users {
    private static final String INSERT = "insert into cardea_user"
            + " (id, created_at, name, email, email_verified, image, fields) values (?, ?, ?, ?, ?, ?, ?) if not exists";
    private static final String SELECT =
            "select id, name, email, email_verified, image, fields from cardea_user where id = ?";
    private static final String UPDATE = "update cardea_user"
            + " set name = ?, email_verified = ?, image = ?, fields = fields + ? where id = ? if exists";
    /** That the row is there has to be said by a column: one without an address would else come back from the dead. */
    private static final String UPDATE_EMAIL = "update cardea_user"
            + " set name = ?, email_verified = ?, image = ?, fields = fields + ?, email = ? where id = ?"
            + " if created_at != null and email = ?";

    private static final String GIVE_EMAIL_BACK = "update cardea_user set email = ? where id = ? if email = ?";
    private static final String DELETE = "delete from cardea_user where id = ? if exists";

    private static final String CLAIM = "insert into cardea_email (email, user_id) values (?, ?) if not exists";
    private static final String TAKE_OVER = "update cardea_email set user_id = ? where email = ? if user_id = ?";
    private static final String HOLDER = "select user_id from cardea_email where email = ?";
    private static final String FREE = "delete from cardea_email where email = ? if user_id = ?";

    private static final Set<String> COLUMNS = Set.of("id", "name", "email", "emailVerified", "image");
    private static final Claim<Instant> VERIFIED = Claim.time("emailVerified");
    private static final int TRIES = 100;

    private final Commands commands;
    private final Expiry ends;
    private final Randomness randomness;

    Users(Commands commands, Expiry ends, Randomness randomness) {
        this.commands = commands;
        this.ends = ends;
        this.randomness = randomness;
    }

    /** Writes the row, then the pointer. A crash between them leaves a row that no lookup finds. */
    @Override
    public User createUser(User proposal) {
        String id = randomness.uuid();
        var email = proposal.email();
        if (email != null) Key.check(email);
        var members = proposal.claims();
        var fields = Members.written(members, COLUMNS);
        commands.decide(
                INSERT,
                id,
                ends.now(),
                orAbsent(proposal.name()),
                orAbsent(email),
                orAbsent(verified(members)),
                orAbsent(proposal.image()),
                fields);
        if (email != null && !claim(email, id)) {
            commands.decide(DELETE, id);
            throw duplicateEmail();
        }
        return user(id, proposal.name(), email, verified(members), proposal.image(), fields);
    }

    @Override
    public Optional<User> getUser(String id) {
        return Optional.ofNullable(commands.row(SELECT, id)).map(Users::user);
    }

    boolean isThere(String id) {
        return commands.settled(SELECT, id) != null;
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        var pointer = commands.row(HOLDER, email);
        var id = pointer == null ? null : pointer.getString("user_id");
        return id == null ? Optional.empty() : getUser(id).filter(user -> email.equals(user.email()));
    }

    @Override
    public User updateUser(UserChange change) {
        var members = change.fields();
        if (members.has("email")) return updateWithEmail(change.id(), members);
        if (!members.isEmpty()) commands.decide(UPDATE, columnValues(members, change.id()));
        return getUser(change.id()).orElseThrow(Users::unknown);
    }

    /**
     * Writes the pointer from the new address, then the row, then removes the pointer from the old one. Until the row
     * has the new address, another user can claim it. The address is therefore checked again, and the loser undoes its
     * change.
     */
    private User updateWithEmail(String id, Claims members) {
        var email = members.text("email");
        if (email != null) Key.check(email);
        if (!isThere(id)) throw unknown();
        if (email != null && !claim(email, id)) throw duplicateEmail();
        var old = replaceEmail(id, email, members);
        if (email != null && !id.equals(holder(email))) {
            commands.decide(GIVE_EMAIL_BACK, old, id, email);
            throw duplicateEmail();
        }
        if (old != null && !old.equals(email)) commands.decide(FREE, old, id);
        return getUser(id).orElseThrow(Users::unknown);
    }

    /** @return the address that was replaced, possibly by a run with an unknown outcome */
    private @Nullable String replaceEmail(String id, @Nullable String email, Claims members) {
        String replaced = null;
        for (int i = 0; i < TRIES; i++) {
            var row = commands.settled(SELECT, id);
            if (row == null) throw unknown();
            var old = row.getString("email");
            if (old != null && !old.equals(email)) replaced = old;
            if (commands.decide(UPDATE_EMAIL, columnValues(members, email, id, old))
                    .isApplied()) {
                return replaced == null ? old : replaced;
            }
        }
        throw new StoreConflictException("too many requests change the same row at the same time", null);
    }

    /** Pointer, then row: cut between them, a second deletion still finds what is left. */
    void delete(String id) {
        var user = getUser(id);
        if (user.isEmpty()) return;
        var email = user.get().email();
        if (email != null) commands.decide(FREE, email, id);
        commands.decide(DELETE, id);
    }

    /** Points the address to the user, unless it points to another user who has it. */
    private boolean claim(String email, String id) {
        for (int i = 0; i < TRIES; i++) {
            var outcome = commands.decide(CLAIM, email, id);
            if (outcome.isApplied() || outcome.has("user_id", id)) return true;
            var holder = outcome.text("user_id");
            if (holder == null) continue;
            if (hasAddress(holder, email)) return false;
            var taking = commands.decide(TAKE_OVER, id, email, holder);
            if (!taking.isApplied() && !taking.has("user_id", id)) continue;
            if (!hasAddress(holder, email)) return true;
            // The holder was about to get the address, and has it by now.
            commands.decide(TAKE_OVER, holder, email, id);
            return false;
        }
        return false;
    }

    private boolean hasAddress(String id, String email) {
        var row = commands.settled(SELECT, id);
        return row != null && email.equals(row.getString("email"));
    }

    private @Nullable String holder(String email) {
        var pointer = commands.settled(HOLDER, email);
        return pointer == null ? null : pointer.getString("user_id");
    }

    /** The values of the columns in the order of both updates, then others. */
    private static @Nullable Object[] columnValues(Claims members, @Nullable Object... others) {
        var fields = Members.written(members, COLUMNS);
        var values = new Object[4 + others.length];
        values[0] = members.has("name") ? members.text("name") : Commands.SAME;
        values[1] = members.has("emailVerified") ? verified(members) : Commands.SAME;
        values[2] = members.has("image") ? members.text("image") : Commands.SAME;
        values[3] = fields.isEmpty() ? Commands.SAME : fields;
        System.arraycopy(others, 0, values, 4, others.length);
        return values;
    }

    private static @Nullable Instant verified(Claims members) {
        return members.get(VERIFIED).map(Expiry::inMillis).orElse(null);
    }

    private static Object orAbsent(@Nullable Object value) {
        return Objects.requireNonNullElse(value, Commands.SAME);
    }

    private static User user(Row row) {
        return user(
                Objects.requireNonNull(row.getString("id")),
                row.getString("name"),
                row.getString("email"),
                row.getInstant("email_verified"),
                row.getString("image"),
                row.getMap("fields", String.class, String.class));
    }

    private static User user(
            String id,
            @Nullable String name,
            @Nullable String email,
            @Nullable Instant verified,
            @Nullable String image,
            Map<String, String> fields) {
        return User.of(Claims.of("id", id)
                .withPresent("name", name)
                .withPresent("email", email)
                .withPresent("emailVerified", verified)
                .withPresent("image", image)
                .withAll(Members.read(fields)));
    }

    private static DuplicateKeyException duplicateEmail() {
        return new DuplicateKeyException("there is a user with this email address already", null);
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such user", null);
    }
}
