package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeySignIn;
import java.sql.SQLException;
import java.util.Optional;

/** A passkey with its record, its account and its user: four tables in one statement. */
final class PasskeyJoin {
    private final PasskeyRecordTable passkeys;
    private final AccountTable accounts;
    private final UserTable users;
    private final Column credentialID;
    private final Column provider;
    private final int firstOfPasskey;
    private final int firstOfAccount;
    private final int firstOfUser;
    private final String select;

    PasskeyJoin(
            AuthenticatorTable authenticators, PasskeyRecordTable passkeys, AccountTable accounts, UserTable users) {
        this.passkeys = passkeys;
        this.accounts = accounts;
        this.users = users;
        credentialID = authenticators.credentialID();
        provider = accounts.provider();
        var a = authenticators.joined();
        var p = passkeys.joined();
        var c = accounts.joined();
        var u = users.joined();
        firstOfPasskey = 1 + a.width();
        firstOfAccount = firstOfPasskey + p.width();
        firstOfUser = firstOfAccount + c.width();
        select = "select " + a.columns("a") + ", " + p.columns("p") + ", " + c.columns("c") + ", " + u.columns("u")
                + " from " + a.as("a")
                + " left join " + p.as("p") + " on " + passkeys.credential().is("p")
                + " left join " + c.as("c") + " on c."
                + accounts.providerAccountId().sql() + " = a."
                + authenticators.providerAccountId().sql() + " and " + provider.is("c")
                + " left join " + u.as("u") + " on u." + users.id().sql() + " = c."
                + accounts.userId().sql()
                + " where " + credentialID.is("a");
    }

    /** A database that compares loosely may join several accounts, of which one has the same bytes. */
    Optional<PasskeySignIn> find(Sql sql, String credential, String at) throws SQLException {
        var rows = sql.all(
                select,
                this::read,
                passkeys.credential().key(credential),
                provider.key(at),
                credentialID.key(credential));
        return rows.stream()
                .filter(PasskeyJoin::hasItsAccount)
                .findFirst()
                .or(() -> rows.stream().findFirst().map(PasskeyJoin::withoutAccount));
    }

    private static boolean hasItsAccount(PasskeySignIn row) {
        var account = row.account();
        return account != null
                && account.providerAccountId().equals(row.authenticator().providerAccountId());
    }

    private static PasskeySignIn withoutAccount(PasskeySignIn row) {
        return new PasskeySignIn(row.authenticator(), row.record(), null, null);
    }

    private PasskeySignIn read(Row row) throws SQLException {
        var authenticator = AuthenticatorTable.read(row);
        var record = row.text(firstOfPasskey) == null
                ? PasskeyRecord.of(authenticator.credentialID())
                : passkeys.read(row, firstOfPasskey);
        var account = row.text(firstOfAccount) == null ? null : accounts.read(row, firstOfAccount);
        var user = row.text(firstOfUser) == null ? null : users.read(row, firstOfUser);
        return new PasskeySignIn(authenticator, record, account, user);
    }
}
