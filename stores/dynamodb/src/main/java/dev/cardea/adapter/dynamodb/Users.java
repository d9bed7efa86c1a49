package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.dynamodb.Items.Change;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Users, and for each address a pointer to the user who has it. A pointer whose user is gone or has another address counts
 * for nothing; a user without one, whom Auth.js made, is found by the index.
 */
final class Users implements ForwardingAdapter.Users {
    /** Differs after each unit of work that locked the user. */
    static final String LOCK = "cardeaLock";

    private final Items items;
    private final Names names;
    private final Randomness randomness;
    private final Set<String> noFields;

    Users(Items items, Names names, Randomness randomness) {
        this.items = items;
        this.names = names;
        this.randomness = randomness;
        noFields = new HashSet<>(names.keys());
        noFields.add("type");
        noFields.add(LOCK);
    }

    static Key key(String id) {
        return Key.of("USER#" + id);
    }

    @Override
    public User createUser(User proposal) {
        String id = randomness.uuid();
        var row = row(proposal.claims()).with("id", id);
        return items.retry(() -> {
            var changes = new ArrayList<Change>();
            changes.add(Change.putNew(key(id), item(row)));
            var email = row.text("email");
            if (email != null) changes.add(claim(email, id));
            return items.together(changes) ? Optional.of(user(row)) : Optional.empty();
        });
    }

    @Override
    public Optional<User> getUser(String id) {
        return meant(items.get(key(id)), id);
    }

    /** The user in the item, if it is the one that was asked for. */
    Optional<User> meant(@Nullable Map<String, AttributeValue> item, String id) {
        return Optional.ofNullable(item).map(this::user).filter(user -> id.equals(user.id()));
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        var holder = Attributes.text(items.get(Pointers.email(email)), "userId");
        var user = holder == null ? Optional.<User>empty() : withAddress(holder, email);
        return user.isPresent() ? user : ofAuthJs(email);
    }

    private Optional<User> withAddress(String id, String email) {
        return getUser(id).filter(user -> email.equals(user.email()));
    }

    private Optional<User> ofAuthJs(String email) {
        return items.indexed(key(email)).stream()
                .map(key -> items.get(key))
                .filter(Objects::nonNull)
                .map(this::user)
                .filter(user -> email.equals(user.email()))
                .findFirst();
    }

    @Override
    public User updateUser(UserChange change) {
        var fields = row(change.fields());
        String id = change.id();
        return items.retry(() -> {
            var was = items.get(key(id));
            if (was == null) throw new RowNotFoundException("there is no such user", null);
            var before = Attributes.claims(was, noFields);
            var after = before.withAll(fields);
            if (after.equals(before)) return Optional.of(user(before));
            var changes = new ArrayList<Change>();
            changes.add(Change.put(key(id), was, locked(item(after), was.get(LOCK))));
            var oldEmail = before.text("email");
            var newEmail = after.text("email");
            if (!Objects.equals(oldEmail, newEmail)) {
                if (newEmail != null) changes.add(claim(newEmail, id));
                if (oldEmail != null) free(oldEmail, id).ifPresent(changes::add);
            }
            return items.together(changes) ? Optional.of(user(after)) : Optional.empty();
        });
    }

    /**
     * A write that shows nowhere. DynamoDB cannot make sure that nothing was added to a partition since it was read, so
     * units that are about one user write to that user's item, and of two at once one begins again.
     */
    Optional<User> lock(String id) {
        var was = items.get(key(id));
        if (was == null) return Optional.empty();
        var change = Change.put(key(id), was, locked(was, AttributeValue.fromS(randomness.uuid())));
        if (!items.together(List.of(change)))
            throw new StoreConflictException("the user was changed in the meantime", null);
        return getUser(id);
    }

    private static Map<String, AttributeValue> locked(Map<String, AttributeValue> item, @Nullable AttributeValue lock) {
        if (lock == null) return item;
        var locked = new HashMap<>(item);
        locked.put(LOCK, lock);
        return locked;
    }

    void delete(String id) {
        var ignored = items.retry(() -> {
            var was = items.get(key(id));
            if (was == null) return Optional.of(true);
            var changes = new ArrayList<Change>();
            changes.add(Change.delete(key(id), was));
            var email = Attributes.text(was, "email");
            if (email != null) free(email, id).ifPresent(changes::add);
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    /** Points the address to the user, unless another user has it. */
    private Change claim(String email, String id) {
        var key = Pointers.email(email);
        var was = items.get(key);
        var holder = getUserByEmail(email);
        if (holder.isPresent() && !id.equals(holder.get().id())) {
            throw new DuplicateKeyException("there is a user with this email address already", null);
        }
        return Change.put(key, was, pointer(id));
    }

    private Optional<Change> free(String email, String id) {
        var key = Pointers.email(email);
        var was = items.get(key);
        return id.equals(Attributes.text(was, "userId")) && was != null
                ? Optional.of(Change.delete(key, was))
                : Optional.empty();
    }

    static Map<String, AttributeValue> pointer(String userId) {
        return Map.of("userId", AttributeValue.fromS(userId), "type", AttributeValue.fromS("CARDEA"));
    }

    private Map<String, AttributeValue> item(Claims row) {
        var item = new HashMap<>(Attributes.of(row));
        item.put("type", AttributeValue.fromS("USER"));
        var email = row.text("email");
        if (email != null && !email.isEmpty()) {
            item.putAll(names.place("USER#" + email, "USER#" + email));
        }
        return item;
    }

    /** As it reads when it comes back: instants are text, whole milliseconds. */
    private Claims row(Claims fields) {
        var row = Json.parseObject(fields.toJson(), Json.TRUSTED_DEPTH);
        for (var name : noFields) row = row.without(name);
        return row;
    }

    private User user(Map<String, AttributeValue> item) {
        return user(Attributes.claims(item, noFields));
    }

    private static User user(Claims row) {
        var verified = row.text("emailVerified");
        return User.of(verified == null ? row : row.with("emailVerified", time(verified)));
    }

    private static @Nullable Object time(String text) {
        return Objects.requireNonNullElse(IsoTime.parse(text).orElse(null), text);
    }
}
