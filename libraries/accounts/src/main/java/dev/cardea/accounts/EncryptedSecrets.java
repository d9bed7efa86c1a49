package dev.cardea.accounts;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.Authenticators.Encryption;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import dev.cardea.module.SiteContext;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What accounts keep in the store encrypted: the keys of authenticator apps. For commands and jobs, when an encryption key or the
 * secret is replaced. Safe for concurrent use, and while users sign in.
 *
 * <pre>{@code
 * var count = EncryptedSecrets.of(auth.site()).orElseThrow().reseal();
 * }</pre>
 */
public final class EncryptedSecrets {
    private final Store store;
    private final Authenticators authenticators;

    private EncryptedSecrets(Store store, Authenticators authenticators) {
        this.store = store;
        this.authenticators = authenticators;
    }

    /**
     * How many apps there are, by the key that encrypts theirs.
     *
     * @param newest by the newest key
     * @param older by an older one that is still known
     * @param unreadable by none that is known, so that no code of these apps is right
     */
    public record Count(long newest, long older, long unreadable) {
        public long total() {
            return newest + older + unreadable;
        }
    }

    /** Returns those of a site; empty if it doesn't have {@link UserAccounts}. */
    public static Optional<EncryptedSecrets> of(SiteContext site) {
        return AccountsStep.of(site)
                .map(step ->
                        new EncryptedSecrets(site.store(), step.site().factors().authenticators()));
    }

    /**
     * Counts, and changes nothing.
     *
     * @param users of how many users at most, in the order of their IDs; each needs one query
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     * @throws dev.cardea.error.AuthException of type {@code MissingAdapterMethods} if the store can't list users
     */
    public Count count(int users) {
        return each(users, id -> authenticators.encryption(store, id));
    }

    /**
     * Encrypts with the newest key what an older one has encrypted, of all users. A repetition changes nothing, and after a failure
     * halfway it does the rest.
     *
     * @return what there was before: afterwards, {@code older} have the newest key, too
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     * @throws dev.cardea.error.AuthException of type {@code MissingAdapterMethods} if the store can't list users
     */
    public Count reseal() {
        return each(Integer.MAX_VALUE, id -> authenticators.reseal(store, id));
    }

    private Count each(int users, Function<String, List<Encryption>> encryption) {
        var counts = new EnumMap<Encryption, Long>(Encryption.class);
        var last = "";
        int left = users;
        while (left > 0) {
            int limit = Math.min(left, UserPage.MAX_LIMIT);
            var page = store.listUsers(UserPage.after(last, limit));
            for (var user : page) {
                last = id(user);
                encryption.apply(last).forEach(it -> counts.merge(it, 1L, Long::sum));
            }
            left = page.size() < limit ? 0 : left - limit;
        }
        return count(counts);
    }

    private static Count count(Map<Encryption, Long> counts) {
        return new Count(
                counts.getOrDefault(Encryption.NEWEST, 0L),
                counts.getOrDefault(Encryption.OLDER, 0L),
                counts.getOrDefault(Encryption.UNREADABLE, 0L));
    }

    private static String id(User user) {
        return StoredUser.idOf(user);
    }

    @Override
    public String toString() {
        return "EncryptedSecrets";
    }
}
