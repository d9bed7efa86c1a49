package dev.cardea.it.kills;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What a visitor does to an account while a process is killed. Afterwards it is done or not, and nothing in between. */
sealed interface AccountChange {
    Account account();

    /** Returns whether the answer says that it is done. */
    boolean run() throws IOException;

    /** Tries again where it isn't done. */
    void check(Site site, boolean isAnswered, List<String> problems) throws IOException;

    /** The code of a sign-up, typed where it began. */
    record Proof(Account account, String code) implements AccountChange {
        static Proof begin(Site site, String address) throws IOException {
            var account = Account.of(site, address);
            account.signsUp(Account.PASSWORD);
            return new Proof(account, site.mails.code(address));
        }

        @Override
        public boolean run() throws IOException {
            return account.types(code);
        }

        @Override
        public void check(Site site, boolean isAnswered, List<String> problems) throws IOException {
            if (account.again(site).signsIn(Account.PASSWORD)) return;
            if (isAnswered) problems.add(account.address() + ": the account that was answered has no password");
            site.mails.clear();
            if (!begin(site, account.address()).run()) problems.add(account.address() + " cannot sign up any more");
        }
    }

    /** A new password for a forgotten one. */
    record Reset(Account account) implements AccountChange {
        static Reset begin(Site site, String address) throws IOException {
            site.mails.clear();
            var account = Account.of(site, address);
            account.forgets();
            account.sends(site.mails.code(address));
            return new Reset(account);
        }

        @Override
        public boolean run() throws IOException {
            return account.changes("password", Map.of("password", Account.OTHER))
                    .contains("notice=saved");
        }

        @Override
        public void check(Site site, boolean isAnswered, List<String> problems) throws IOException {
            boolean isOld = account.again(site).signsIn(Account.PASSWORD);
            boolean isNew = account.again(site).signsIn(Account.OTHER);
            if (isOld == isNew) problems.add(account.address() + (isOld ? " has two passwords" : " has no password"));
            if (isAnswered && !isNew) problems.add(account.address() + ": the password that was answered is gone");
            if (isNew) return;
            if (!begin(site, account.address()).run()) problems.add(account.address() + " cannot reset any more");
        }
    }

    /** The second step of a sign-in: a value of an app, or a recovery code. */
    record SecondStep(Account owner, Account account, Phone phone, boolean isRecovery) implements AccountChange {
        static SecondStep begin(Site site, Account owner, boolean isRecovery) throws IOException {
            var phone = Phone.connect(owner);
            return new SecondStep(owner, owner.waiting(site), phone, isRecovery);
        }

        @Override
        public boolean run() throws IOException {
            return isRecovery
                    ? account.proves("recovery", phone.recoveryCodes().get(0))
                    : account.proves("totp", phone.value());
        }

        /** Where nothing was answered, what was entered may be used up: the user has more codes. */
        @Override
        public void check(Site site, boolean isAnswered, List<String> problems) throws IOException {
            if (isAnswered && !account.visitor().isSignedIn())
                problems.add(account.address() + ": the session that was answered is gone");
            if (isAnswered
                    && isRecovery
                    && owner.waiting(site)
                            .proves("recovery", phone.recoveryCodes().get(0)))
                problems.add(account.address() + ": a recovery code works twice");
            if (!owner.waiting(site).proves("recovery", phone.recoveryCodes().get(1)))
                problems.add(account.address() + " cannot complete a sign-in any more");
        }
    }

    /** The code of a new address, typed in the session that asked for it. */
    record Move(Account account, String to, String code) implements AccountChange {
        static Move begin(Site site, Account account, String to) throws IOException {
            site.mails.clear();
            account.changes("email", Map.of("email", to));
            return new Move(account, to, site.mails.code(to));
        }

        @Override
        public boolean run() throws IOException {
            return account.changes("email", Map.of("do", "confirm", "code", code))
                    .contains("notice=email-changed");
        }

        @Override
        public void check(Site site, boolean isAnswered, List<String> problems) throws IOException {
            var before = account.again(site);
            boolean isBefore = before.signsIn(Account.PASSWORD);
            boolean isMoved = Account.of(site, to).signsIn(Account.PASSWORD);
            if (isBefore == isMoved) problems.add(account.address() + " has " + (isBefore ? "two addresses" : "none"));
            if (isAnswered && !isMoved) problems.add(account.address() + ": the address that was answered is gone");
            if (isMoved) return;
            if (!begin(site, before, to).run()) problems.add(account.address() + " cannot change the address any more");
        }
    }
}
