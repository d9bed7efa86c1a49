package dev.cardea.accounts;

import dev.cardea.AuthConfig;
import dev.cardea.accounts.ImportReport.Problem;
import dev.cardea.accounts.ImportReport.Tally;
import dev.cardea.accounts.ImportTarget.Outcome;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UnknownFieldException;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.model.EmailAddress;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.token.Randomness;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Imports users of another system, with their password hashes and their accounts at providers, from a file of JSON lines:
 *
 * <pre>{@code
 * {"email":"ada@example.com","emailVerified":true,"name":"Ada","passwordHash":"$2b$12$…","fields":{"role":"editor"}}
 * {"email":"bob@example.com","emailVerified":"2024-05-01T08:00:00Z","accounts":[{"provider":"keycloak","providerAccountId":"7f3a"}]}
 * }</pre>
 *
 * <pre>{@code
 * var report = UserImport.of(config, store).run(Path.of("users.ndjson"));
 * }</pre>
 *
 * <p>A line may also have {@code image}, {@code createdAt}, and the {@code type} of an account: {@code oidc}, unless it is
 * {@code oauth}. Where {@code emailVerified} is {@code true}, the address was verified at {@code createdAt}.
 *
 * <p>A user who exists is never changed: neither one with this address, nor the owner of one of these accounts. So a second
 * run changes nothing. Each user is stored in one unit of work. In a store without units, a second run within a day also
 * completes a verified user whom an earlier run has left halfway.
 *
 * <p><b>Security:</b> say that an address is verified only if the other system has verified it. Otherwise the hash is left
 * out, and the first verification of the address unlinks the accounts: someone else may have entered the address.
 *
 * <p>Immutable. Two imports at the same time store each user once.
 */
public final class UserImport {
    private final ImportTarget target;
    private final ImportFormat format;
    private final boolean skipsUnreadable;

    private UserImport(ImportTarget target, ImportFormat format, boolean skipsUnreadable) {
        this.target = target;
        this.format = format;
        this.skipsUnreadable = skipsUnreadable;
    }

    /**
     * Imports into the store of a configuration.
     *
     * @param config has {@link UserAccounts}, unless no line has a password
     * @param store of that configuration
     * @throws IllegalArgumentException if the store lacks {@link UserAdapter} or {@link ModuleRecords}
     */
    public static UserImport of(AuthConfig config, Adapter store) {
        return of(config, store, Clock.systemUTC(), Randomness.secure());
    }

    static UserImport of(AuthConfig config, Adapter store, Clock clock, Randomness randomness) {
        if (!(store instanceof UserAdapter && store instanceof ModuleRecords)) {
            throw new IllegalArgumentException("an import needs a store with UserAdapter and ModuleRecords");
        }
        var mail = config.providers().stream()
                .filter(EmailProvider.class::isInstance)
                .map(EmailProvider.class::cast)
                .findFirst();
        var format = new ImportFormat(
                mail.map(EmailProvider::normalizeIdentifier).orElse(EmailAddress::normalize),
                Passwords.standard(),
                config.providers().stream().anyMatch(PasswordSignIn::isOf),
                store instanceof UnverifiedEmails it && it.keepsUnverifiedEmail());
        return new UserImport(new ImportTarget(store, clock, randomness), format, false);
    }

    /** Leaves out lines that can't be imported, instead of stopping before anything is written. */
    public UserImport skipUnreadable() {
        return new UserImport(target, format, true);
    }

    /**
     * Counts what {@link #run} would do, and writes nothing.
     *
     * @throws UserImportException if the store doesn't respond
     * @throws IOException if the file can't be read
     */
    public ImportReport check(Path file) throws IOException {
        return read(file, target::check);
    }

    /**
     * Imports the users of a file, which must not change meanwhile.
     *
     * @throws UserImportException if a line can't be imported, before anything is written; or if the store refuses a user
     * @throws IOException if the file can't be read
     */
    public ImportReport run(Path file) throws IOException {
        var found = read(file, user -> Outcome.CHECKED);
        if (found.unreadable() > 0 && !skipsUnreadable) throw UserImportException.unreadable(found);
        return read(file, target::store);
    }

    private ImportReport read(Path file, Function<ImportedUser, Outcome> each) throws IOException {
        var tally = new Tally();
        var lines = new ImportedKeys(target.randomness());
        try (var in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            var source = new ImportLines(in);
            for (var next = source.next(); next.isPresent(); next = source.next()) {
                var line = next.get();
                try {
                    var user = parse(line, lines);
                    tally.add(user, each.apply(user));
                } catch (ImportFormat.FormatException e) {
                    tally.add(new Problem(line.number(), String.valueOf(e.getMessage())));
                } catch (UnknownFieldException e) {
                    throw refused(line, "the store has no place for " + String.join(", ", e.fields()), tally, e);
                } catch (StoreException e) {
                    throw refused(line, "the store failed" + reason(e), tally, e);
                }
            }
        }
        return tally.report();
    }

    /** The message of a database may quote the row. */
    private static String reason(StoreException e) {
        return e.reason() == null ? "" : " (" + e.reason().label() + ")";
    }

    private static UserImportException refused(
            ImportLines.Line line, String reason, Tally tally, RuntimeException cause) {
        return UserImportException.refused(new Problem(line.number(), reason), tally.report(), cause);
    }

    /** @param lines those of the addresses and accounts so far */
    private ImportedUser parse(ImportLines.Line line, ImportedKeys lines) {
        if (line.text() == null) throw new ImportFormat.FormatException(String.valueOf(line.fault()));
        var user = format.read(line.text(), target.clock().instant());
        requireNew("email", lines.add(user.email(), line.number()));
        for (var account : user.accounts()) {
            var key = account.provider() + "\n" + account.providerAccountId();
            requireNew("account", lines.add(key, line.number()));
        }
        return user;
    }

    private static void requireNew(String what, OptionalLong earlier) {
        if (earlier.isPresent())
            throw new ImportFormat.FormatException("has the " + what + " of line " + earlier.getAsLong());
    }
}
