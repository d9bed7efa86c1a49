package dev.cardea.token;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The secrets of the application, newest first. The newest seals, and all of them open. To rotate, put a new secret
 * first and remove the old one when everything it sealed has expired. With several processes, list it second in all of
 * them before. Immutable; never prints the secrets.
 */
public final class Secrets {
    private final List<String> all;
    private final List<String> hashSuffixes;

    private Secrets(List<String> all) {
        this.all = all;
        var suffixes = new LinkedHashSet<String>();
        suffixes.add(String.join(",", all));
        suffixes.addAll(all);
        for (int i = 1; i < all.size(); i++) suffixes.add(String.join(",", all.subList(i, all.size())));
        if (all.size() > 1) {
            // Another process may still list the new secret second, or list it first already.
            var swapped = new ArrayList<>(all);
            Collections.swap(swapped, 0, 1);
            suffixes.add(String.join(",", swapped));
        }
        hashSuffixes = List.copyOf(suffixes);
    }

    /**
     * Makes the list from one secret, or from several during a rotation.
     *
     * @throws IllegalArgumentException if a secret is empty
     */
    public static Secrets of(String newest, String... older) {
        var all = new ArrayList<String>();
        all.add(newest);
        all.addAll(List.of(older));
        return of(all);
    }

    /**
     * Makes the list from a {@code List}, newest first.
     *
     * @throws IllegalArgumentException if the list or a secret is empty
     */
    public static Secrets of(List<String> newestFirst) {
        if (newestFirst.isEmpty()) throw new IllegalArgumentException("at least one secret is needed");
        if (newestFirst.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a secret may not be empty");
        }
        return new Secrets(List.copyOf(newestFirst));
    }

    /** Returns the secret that seals. */
    public String newest() {
        return all.get(0);
    }

    /** Returns all secrets: unmodifiable, newest first, never empty. */
    public List<String> all() {
        return all;
    }

    /** Returns all secrets joined by commas: the suffix for hashes of CSRF and email tokens. */
    public String joined() {
        return hashSuffixes.get(0);
    }

    /**
     * Returns every suffix that a hash from before or during a rotation may have: {@link #joined} first, then each
     * secret and each tail, and the list with the first two swapped; without duplicates.
     */
    public List<String> hashSuffixes() {
        return hashSuffixes;
    }

    @Override
    public String toString() {
        return "Secrets[" + all.size() + "]";
    }
}
