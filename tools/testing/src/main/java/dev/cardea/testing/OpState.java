package dev.cardea.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state of an {@link IdentityProvider}, which its endpoints share: users, clients, settings, complaints. */
final class OpState {
    private static final int REMEMBERED = 10_000;

    final Map<String, Client> clients = new ConcurrentHashMap<>();
    volatile String issuer;
    volatile String signingAlgorithm = "RS256";
    volatile Set<Fault> faults = Set.of();
    volatile @Nullable String answeredError;
    volatile @Nullable String approved;
    volatile @Nullable String session;
    volatile boolean asks;
    private final Map<String, Person> people = new LinkedHashMap<>();
    private final List<String> complaints = new ArrayList<>();

    OpState(String issuer) {
        this.issuer = issuer;
    }

    void add(Person person) {
        synchronized (people) {
            people.put(person.sub(), person);
        }
    }

    List<Person> people() {
        synchronized (people) {
            return List.copyOf(people.values());
        }
    }

    Optional<Person> person(String sub) {
        return people().stream().filter(person -> person.sub().equals(sub)).findFirst();
    }

    /** Returns the user to sign in without a prompt. */
    Optional<Person> approved(@Nullable String loginHint) {
        if (asks) return Optional.empty();
        var all = people();
        return all.stream()
                .filter(person -> person.isNamed(loginHint))
                .findFirst()
                .or(() -> Optional.ofNullable(approved).flatMap(this::person))
                .or(() -> all.stream().findFirst());
    }

    void complain(String what) {
        synchronized (complaints) {
            if (complaints.size() == REMEMBERED) complaints.remove(0);
            complaints.add(what);
        }
    }

    List<String> complaints() {
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }
}
