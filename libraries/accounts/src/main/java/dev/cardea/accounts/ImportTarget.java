package dev.cardea.accounts;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Where imported users are stored: each in one unit of work, where the store has units. Safe for concurrent use. */
record ImportTarget(Adapter adapter, Clock clock, Randomness randomness) {
    /** Which users an import has begun, in a store without units of work. */
    private static final String KIND = "import";

    private static final Duration MAX_RUN = Duration.ofDays(1);

    /** What became of a user. */
    enum Outcome {
        /** Read, and neither looked up nor stored. */
        CHECKED,
        CREATED,
        COMPLETED,
        EXISTING
    }

    /** Looks up a user, and writes nothing. */
    Outcome check(ImportedUser user) {
        return existing(adapter, user).isPresent() ? Outcome.EXISTING : Outcome.CREATED;
    }

    /** Stores a user who isn't there yet. */
    Outcome store(ImportedUser user) {
        try {
            return adapter instanceof UnitOfWork units ? units.inUnit(unit -> inUnit(unit, user)) : withoutUnits(user);
        } catch (DuplicateKeyException e) {
            // Someone signed up meanwhile.
            return Outcome.EXISTING;
        }
    }

    private Outcome inUnit(Adapter unit, ImportedUser user) {
        if (existing(unit, user).isPresent()) return Outcome.EXISTING;
        give(unit, user, users(unit).createUser(user.user()));
        return Outcome.CREATED;
    }

    /** The record from before the user tells a later run that this import, and not a visitor, made the user. */
    private Outcome withoutUnits(ImportedUser user) {
        var records = (ModuleRecords) adapter;
        var id = Hashes.sha256Hex(user.email());
        var existing = existing(adapter, user);
        if (existing.isEmpty()) {
            records.takeRecord(KIND, id);
            records.createRecord(begun(id, user));
        } else if (!isBegun(records.getRecord(KIND, id), user, existing.get())) {
            return Outcome.EXISTING;
        }
        give(adapter, user, existing.orElseGet(() -> users(adapter).createUser(user.user())));
        records.takeRecord(KIND, id);
        return existing.isPresent() ? Outcome.COMPLETED : Outcome.CREATED;
    }

    private ModuleRecord begun(String id, ImportedUser user) {
        var data = Claims.of("emailVerified", user.verified()).toJson();
        return ModuleRecord.of(KIND, id, null, data, clock.instant().plus(MAX_RUN), randomness);
    }

    /** Only an address that was verified at that very moment is the import's: a visitor's own is verified later. */
    private boolean isBegun(Optional<ModuleRecord> begun, ImportedUser user, User existing) {
        var verified = existing.emailVerified();
        return verified != null
                && user.isVerified()
                && user.email().equals(existing.email())
                && begun.filter(it -> !it.isExpired(clock.instant()))
                        .map(it -> Json.parseObject(it.data(), Json.TRUSTED_DEPTH))
                        .filter(it -> IsoTime.print(verified).equals(it.text("emailVerified")))
                        .isPresent();
    }

    private static Optional<User> existing(Adapter unit, ImportedUser user) {
        var owner = users(unit).getUserByEmail(user.email());
        for (var account : user.accounts()) {
            if (owner.isPresent()) return owner;
            owner = users(unit).getUserByAccount(account.provider(), account.providerAccountId());
        }
        return owner;
    }

    private void give(Adapter unit, ImportedUser user, User stored) {
        for (var account : user.accountsOf(stored)) {
            var owner = users(unit).getUserByAccount(account.provider(), account.providerAccountId());
            if (owner.isEmpty()) users(unit).linkAccount(account);
        }
        var id = StoredUser.idOf(stored);
        user.password()
                .ifPresent(hash -> ((ModuleRecords) unit)
                        .createRecord(StoredPassword.first(id, hash, clock.instant(), randomness)));
    }

    private static UserAdapter users(Adapter adapter) {
        return (UserAdapter) adapter;
    }
}
