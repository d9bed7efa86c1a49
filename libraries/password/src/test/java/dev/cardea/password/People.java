package dev.cardea.password;

import dev.cardea.model.User;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The users of an application, with a hash each. */
final class People {
    private final Map<String, String> hashes = new ConcurrentHashMap<>();

    People with(String name, String hash) {
        hashes.put(name, hash);
        return this;
    }

    String hashOf(String name) {
        return hashes.get(name);
    }

    Optional<PasswordCheck.StoredUser> byName(String name) {
        return Optional.ofNullable(hashes.get(name))
                .map(hash -> new PasswordCheck.StoredUser(User.of(name, name, name + "@example.com"), hash));
    }

    void keepHash(User user, String hash) {
        hashes.put(String.valueOf(user.id()), hash);
    }
}
