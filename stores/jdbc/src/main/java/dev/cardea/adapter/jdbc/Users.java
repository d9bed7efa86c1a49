package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.util.List;
import java.util.Optional;

/** Users, each call on a connection. */
final class Users implements ForwardingAdapter.Users {
    private final Connections connections;
    private final Randomness randomness;

    Users(Connections connections, Randomness randomness) {
        this.connections = connections;
        this.randomness = randomness;
    }

    @Override
    public User createUser(User user) {
        String id = randomness.uuid();
        return connections.inserting(
                "createUser", (tables, sql) -> tables.users().create(sql, id, user));
    }

    @Override
    public Optional<User> getUser(String id) {
        return connections.each("getUser", (tables, sql) -> tables.users().byId(sql, id));
    }

    Optional<User> lock(String id) {
        return connections.each("lockUser", (tables, sql) -> tables.users().lock(sql, id));
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return connections.each(
                "getUserByEmail", (tables, sql) -> tables.users().byEmail(sql, email));
    }

    List<User> list(UserPage page) {
        return connections.each("listUsers", (tables, sql) -> tables.users().page(sql, page));
    }

    @Override
    public User updateUser(UserChange change) {
        return connections.inserting(
                "updateUser", (tables, sql) -> tables.users().update(sql, change));
    }

    void delete(String userId) {
        connections.together("deleteUser", (tables, sql) -> {
            tables.deleteUser(sql, userId);
            return true;
        });
    }
}
