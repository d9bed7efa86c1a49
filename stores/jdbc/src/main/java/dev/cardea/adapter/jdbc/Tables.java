package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All statements, built once at the first use of the database. A missing table is reported when a call needs it. */
final class Tables {
    private final SqlDialect dialect;
    private final IdAndClock fresh;
    private final Layout layout;
    private final UserTable users;
    private final @Nullable AccountTable accounts;
    private final @Nullable SessionTable sessions;
    private final @Nullable VerificationTokenTable tokens;
    private final @Nullable AuthenticatorTable authenticators;
    private final @Nullable UsedTokenTable usedTokens;
    private final @Nullable PasskeyRecordTable passkeys;
    private final @Nullable SessionRecordTable sessionRecords;
    private final @Nullable ModuleRecordTable moduleRecords;
    private final List<String> missingTables;
    private final List<String> missingPlaces;
    private final List<String> missingKeys;
    private volatile @Nullable PasskeyJoin passkeyJoin;

    private Tables(SchemaCatalog catalogue, Layout layout) throws SQLException {
        dialect = catalogue.dialect();
        fresh = catalogue.fresh();
        this.layout = layout;
        users = new UserTable(requireTable(catalogue.table(layout, UserTable.NAME), UserTable.NAME), layout, dialect);
        var account = catalogue.table(layout, AccountTable.NAME);
        var record = catalogue.table(layout, AccountRecordTable.NAME);
        var records = record == null ? null : new AccountRecordTable(record, dialect);
        accounts = account == null ? null : new AccountTable(account, users, records, layout, dialect);
        var session = catalogue.table(layout, SessionTable.NAME);
        sessions = session == null ? null : new SessionTable(session, users, layout, dialect);
        var token = catalogue.table(layout, VerificationTokenTable.NAME);
        tokens = token == null ? null : new VerificationTokenTable(token, dialect);
        var authenticator = catalogue.table(layout, AuthenticatorTable.NAME);
        authenticators = authenticator == null ? null : new AuthenticatorTable(authenticator, dialect);
        var usedToken = catalogue.table(layout, UsedTokenTable.NAME);
        usedTokens = usedToken == null ? null : new UsedTokenTable(dialect, usedToken);
        var passkey = catalogue.table(layout, PasskeyRecordTable.NAME);
        passkeys = passkey == null ? null : new PasskeyRecordTable(dialect, passkey);
        var sessionRecord = catalogue.table(layout, SessionRecordTable.NAME);
        sessionRecords = sessionRecord == null ? null : new SessionRecordTable(sessionRecord, users, dialect);
        var moduleRecord = catalogue.table(layout, ModuleRecordTable.NAME);
        moduleRecords = moduleRecord == null ? null : new ModuleRecordTable(moduleRecord, dialect);
        var needs = Requirements.of(catalogue, layout);
        missingTables = needs.tables();
        missingPlaces = needs.places();
        missingKeys = needs.keys();
    }

    /** @param given {@code null}: the one that the database has */
    static Tables of(Connection connection, SqlDialect dialect, @Nullable Layout given, IdAndClock fresh)
            throws SQLException {
        var catalogue = new SchemaCatalog(connection, dialect, fresh);
        var detection = new LayoutDetection(catalogue);
        return new Tables(catalogue, given == null ? detection.layout() : detection.confirmed(given));
    }

    /** The same as the database is now. */
    Tables again(Connection connection) throws SQLException {
        return new Tables(new SchemaCatalog(connection, dialect, fresh), layout);
    }

    SqlDialect dialect() {
        return dialect;
    }

    Layout layout() {
        return layout;
    }

    /** Whether some table takes two rows with one key, which are kept apart by locks. */
    boolean isGuarded() {
        return users.isGuarded()
                || (accounts != null && accounts.isGuarded())
                || (sessions != null && sessions.isGuarded());
    }

    /** What is relied on and not there, a line for each table. */
    List<String> missingTables() {
        return missingTables;
    }

    /** The same for tables that the adapter can do without, with what it does then. */
    List<String> missingPlaces() {
        return missingPlaces;
    }

    /** The same for unique keys without which rows could be there twice. */
    List<String> missingKeys() {
        return missingKeys;
    }

    UserTable users() {
        return users;
    }

    AccountTable accounts() throws SQLException {
        return requireTable(accounts, AccountTable.NAME);
    }

    SessionTable sessions() throws SQLException {
        return requireTable(sessions, SessionTable.NAME);
    }

    VerificationTokenTable tokens() throws SQLException {
        return requireTable(tokens, VerificationTokenTable.NAME);
    }

    AuthenticatorTable authenticators() throws SQLException {
        return requireTable(authenticators, AuthenticatorTable.NAME);
    }

    UsedTokenTable usedTokens() throws SQLException {
        return migratedTable(usedTokens, UsedTokenTable.NAME, UsedTokenTable.MIGRATION);
    }

    PasskeyRecordTable passkeys() throws SQLException {
        return migratedTable(passkeys, PasskeyRecordTable.NAME, PasskeyRecordTable.MIGRATION);
    }

    SessionRecordTable sessionRecords() throws SQLException {
        return migratedTable(sessionRecords, SessionRecordTable.NAME, SessionRecordTable.MIGRATION);
    }

    ModuleRecordTable moduleRecords() throws SQLException {
        return migratedTable(moduleRecords, ModuleRecordTable.NAME, ModuleRecordTable.MIGRATION);
    }

    /** Passkeys with all that a sign-in asks; the tables must be there. */
    PasskeyJoin passkeyJoin() throws SQLException {
        var join = passkeyJoin;
        if (join == null) {
            join = new PasskeyJoin(authenticators(), passkeys(), accounts(), users);
            passkeyJoin = join;
        }
        return join;
    }

    /** The user with whatever belongs to it. */
    void deleteUser(Sql sql, String userId) throws SQLException {
        if (sessions != null) sessions.deleteByUser(sql, userId);
        if (sessionRecords != null) sessionRecords.deleteByUser(sql, userId);
        if (moduleRecords != null) moduleRecords.deleteByUser(sql, userId);
        if (accounts != null) accounts.deleteByUser(sql, userId);
        if (authenticators != null) deletePasskeys(sql, userId, authenticators);
        users.delete(sql, userId);
    }

    /** Empty without the table, as those that follow. */
    Optional<ExpiredRows> expiredSessions() {
        return Optional.ofNullable(sessions).map(SessionTable::expired);
    }

    Optional<ExpiredRows> expiredSessionRecords() {
        return Optional.ofNullable(sessionRecords).map(SessionRecordTable::expired);
    }

    Optional<ExpiredRows> expiredVerificationTokens() {
        return Optional.ofNullable(tokens).map(VerificationTokenTable::expired);
    }

    Optional<ExpiredRows> expiredUsedTokens() {
        return Optional.ofNullable(usedTokens).map(UsedTokenTable::expired);
    }

    Optional<ExpiredRows> expiredModuleRecords() {
        return Optional.ofNullable(moduleRecords).map(ModuleRecordTable::expired);
    }

    /** As {@link AccountTable#removeLeftRecords}; nothing without the table. */
    Optional<OwnedAccount> removeLeftRecords(Sql sql, OwnedAccount last) throws SQLException {
        return accounts == null ? Optional.empty() : accounts.removeLeftRecords(sql, last);
    }

    private void deletePasskeys(Sql sql, String userId, AuthenticatorTable authenticators) throws SQLException {
        if (passkeys != null) {
            for (var it : authenticators.byUser(sql, userId)) passkeys.delete(sql, it.credentialID());
        }
        authenticators.deleteByUser(sql, userId);
    }

    private static <T> T migratedTable(@Nullable T table, String name, String migration) throws SQLException {
        if (table != null) return table;
        throw new MissingTable("there is no table " + name + ", which the migration " + migration + " makes");
    }

    private <T> T requireTable(@Nullable T table, String name) throws SQLException {
        if (table != null) return table;
        throw new MissingTable("there is no table " + layout.table(name));
    }
}
