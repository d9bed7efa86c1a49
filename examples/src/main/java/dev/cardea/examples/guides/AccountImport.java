package dev.cardea.examples.guides;

// sample
import dev.cardea.adapter.UserAdapter;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Imports users of another login system, with the account by which they will sign in. */
public record AccountImport(UserAdapter store, String provider) {
    /** @param subject the user's id at the provider: the claim {@code sub} of its ID tokens */
    public record Row(
            String subject, @Nullable String name, @Nullable String email, boolean isVerified) {}

    /** Imports one row; a row that was imported before changes nothing. */
    public boolean add(Row row) {
        if (store.getUserByAccount(provider, row.subject()).isPresent()) return false;
        var user = User.of(null, row.name(), row.email());
        if (row.isVerified()) user = user.with("emailVerified", Instant.now());
        var stored = store.createUser(user);
        store.linkAccount(Account.of(provider, row.subject(), ProviderType.OIDC).with("userId", stored.id()));
        return true;
    }
}
// end
