package dev.cardea.token;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The application's secrets, newest first: the first seals, all open. To rotate, put a new one in front, and drop the old
 * one when what it sealed has expired. Immutable; never prints them.
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
        hashSuffixes = List.copyOf(suffixes);
    }

    /**
     * One secret, or those that are being rotated.
     *
     * @throws IllegalArgumentException where one of them is empty
     */
    public static Secrets of(String newest, String... older) {
        var all = new ArrayList<String>();
        all.add(newest);
        all.addAll(List.of(older));
        return of(all);
    }

    /**
     * The same out of a list.
     *
     * @throws IllegalArgumentException where there is none, or one of them is empty
     */
    public static Secrets of(List<String> newestFirst) {
        if (newestFirst.isEmpty()) throw new IllegalArgumentException("at least one secret is needed");
        if (newestFirst.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("a secret may not be empty");
        }
        return new Secrets(List.copyOf(newestFirst));
    }

    /** The one that seals. */
    public String newest() {
        return all.get(0);
    }

    /** Unmodifiable, newest first, never empty. */
    public List<String> all() {
        return all;
    }

    /** All of them joined by commas: what hashes of CSRF and e-mail tokens are made with. */
    public String joined() {
        return hashSuffixes.get(0);
    }

    /**
     * What a hash may have been made with before a rotation: {@link #joined} first, then each secret and each tail, none
     * twice.
     */
    public List<String> hashSuffixes() {
        return hashSuffixes;
    }

    @Override
    public String toString() {
        return "Secrets[" + all.size() + "]";
    }
}
