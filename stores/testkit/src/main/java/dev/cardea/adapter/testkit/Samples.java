package dev.cardea.adapter.testkit;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UsedTokens;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Test rows, each with its own names, and the adapter as its capabilities. */
final class Samples {
    /** In a week, because stores may remove expired rows. With milliseconds, as stores must keep them. */
    @SuppressWarnings("TimeInStaticInitializer")
    static final Instant SOON = Instant.now()
            .truncatedTo(ChronoUnit.SECONDS)
            .plus(Duration.ofDays(7))
            .plusMillis(123);

    static final Instant LATER = SOON.plus(Duration.ofDays(38)).plusMillis(876);

    /** Hours that a local clock skips or repeats, and the ends of years and of number ranges. */
    static final List<Instant> TIMES = List.of(
            Instant.parse("1970-01-01T00:00:00.001Z"),
            Instant.parse("2026-03-29T01:30:00.500Z"),
            Instant.parse("2026-03-29T02:30:00.500Z"),
            Instant.parse("2026-10-25T00:30:00.001Z"),
            Instant.parse("2026-10-25T01:30:00.001Z"),
            Instant.parse("2026-11-01T06:30:00.999Z"),
            Instant.parse("2028-02-29T23:59:59.999Z"),
            Instant.parse("2038-01-19T03:14:08.000Z"),
            Instant.parse("2099-12-31T23:59:59.999Z"));

    private static final Randomness RANDOMNESS = Randomness.secure();

    private Samples() {}

    static String unique() {
        return RANDOMNESS.uuid();
    }

    static String address() {
        return "fill-" + unique() + "@murray.example";
    }

    /** Returns a user with all fields. */
    static User someone() {
        return User.of(unique(), "Fill Murray", address())
                .with("image", "https://www.fillmurray.com/64/64")
                .with("emailVerified", SOON);
    }

    static User stored(Adapter adapter) {
        return users(adapter).createUser(someone());
    }

    static String id(User user) {
        return Objects.requireNonNull(user.id(), "a stored user has an id");
    }

    static String email(User user) {
        return Objects.requireNonNull(user.email());
    }

    /** Returns an account as the test suite of Auth.js links it. */
    static Account account(User user) {
        return bareAccount(user, "github", unique())
                .with("refresh_token", unique())
                .with("access_token", unique())
                .with("expires_at", 2_592_000)
                .with("token_type", "bearer")
                .with("scope", "user")
                .with("id_token", unique())
                .with("session_state", unique());
    }

    static Account bareAccount(User user, String provider, String providerAccountId) {
        return Account.of(provider, providerAccountId, ProviderType.OAUTH).with("userId", id(user));
    }

    static AdapterSession session(User user) {
        return new AdapterSession(unique(), id(user), SOON);
    }

    static AdapterAuthenticator authenticator(User user) {
        String credential = unique();
        return new AdapterAuthenticator(
                credential, id(user), credential, unique(), 7, "multiDevice", true, "usb,ble,nfc");
    }

    static UserAdapter users(Adapter adapter) {
        return (UserAdapter) adapter;
    }

    static SessionAdapter sessions(Adapter adapter) {
        return (SessionAdapter) adapter;
    }

    static VerificationTokenAdapter tokens(Adapter adapter) {
        return (VerificationTokenAdapter) adapter;
    }

    static AuthenticatorAdapter authenticators(Adapter adapter) {
        return (AuthenticatorAdapter) adapter;
    }

    static AccountUpdates accountUpdates(Adapter adapter) {
        return (AccountUpdates) adapter;
    }

    static PasskeyRecords passkeys(Adapter adapter) {
        return (PasskeyRecords) adapter;
    }

    static AccountIndex accountIndex(Adapter adapter) {
        return (AccountIndex) adapter;
    }

    static UnitOfWork units(Adapter adapter) {
        return (UnitOfWork) adapter;
    }

    static SessionIndex index(Adapter adapter) {
        return (SessionIndex) adapter;
    }

    /** Returns an id as those of sessions are: 64 hex digits. */
    static String sessionId() {
        return RANDOMNESS.hex(32);
    }

    /** Returns a record of a user whom the store may lack: ids of other users do not fit every store. */
    static SessionRecord record(String id, String userId) {
        return new SessionRecord(id, userId, false, SOON, SOON, LATER, "google", null, null, null, null);
    }

    static SessionRegistry registry(Adapter adapter) {
        return (SessionRegistry) adapter;
    }

    /** Returns a record of a module that doesn't expire. */
    static ModuleRecord moduleRecord(@Nullable String userId) {
        return ModuleRecord.of(ModuleRecordsContract.KIND, unique(), userId, "{\"a\": 1}", null, RANDOMNESS);
    }

    static ModuleRecords records(Adapter adapter) {
        return (ModuleRecords) adapter;
    }

    static UsedTokens usedTokens(Adapter adapter) {
        return (UsedTokens) adapter;
    }
}
