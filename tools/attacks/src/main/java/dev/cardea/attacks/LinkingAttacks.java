package dev.cardea.attacks;

import java.io.IOException;
import java.util.List;

/** Accounts of providers that are linked with a user because of an address alone. */
final class LinkingAttacks {
    private static final String REMEDY =
            "Leave allowDangerousEmailAccountLinking off, and set emailVerified of users only after a proof.";

    static final List<AttackCase> ALL = List.of(
            AttackCase.provider(
                    "A33",
                    "a user with an unverified address, before the owner of that address signs in at a provider",
                    "the two share no user",
                    REMEDY,
                    LinkingAttacks::unverifiedUser),
            AttackCase.provider(
                    "A34",
                    "an account of a provider with the unverified address of a user",
                    "no session of that user",
                    REMEDY + " Pass email_verified of the profile on.",
                    LinkingAttacks::unverifiedAccount),
            AttackCase.provider(
                    "A54",
                    "an account of a provider with an unverified address, before the owner of that address opens a link",
                    "no session of the owner's user",
                    "Run the store's migrations. If you wrote the adapter, implement UnverifiedEmails.",
                    LinkingAttacks::plantedAccount));

    private LinkingAttacks() {}

    /** The attacker signs up with a passkey, for which no address has to be verified. */
    private static void unverifiedUser(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        var passkeys = SoftwarePasskeys.of(trial);
        var owner = DevelopmentPages.NAMELESS;
        requireAbsent(passkeys.pages(), owner);
        try {
            var attacker = TestVisitor.of(trial.site());
            var passkey = passkeys.signUp(attacker, owner.address());
            var back = signIn.as(owner.id()).back();
            var answer = back.visitor().send(Call.get(back.target()));
            if (!back.visitor().isSignedIn()) return;
            if (attacker.isSignedIn()) trial.found(answer, "the attacker's session is one of the owner's user");
            if (passkeys.works(passkey)) trial.found(answer, "the attacker's passkey signs in as the owner's user");
        } finally {
            passkeys.pages().deleteUser(owner.address());
        }
    }

    private static void unverifiedAccount(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        SignInLinks.provider(trial.site());
        var attacker = DevelopmentPages.UNVERIFIED;
        requireAbsent(DevelopmentPages.of(trial.site()), attacker);
        // The user exists, and the mailbox is verified.
        try (var user = SignInLinks.to(trial, attacker.address())) {
            var back = signIn.as(attacker.id()).back();
            var answer = back.visitor().send(Call.get(back.target()));
            if (signIn.endsSession(back.visitor())) {
                trial.found(answer, "a session of " + user.address() + ", which the provider had not verified");
            }
        }
    }

    /** The attacker signs up where the provider reports the address as unverified. The first link is the owner's. */
    private static void plantedAccount(Trial trial) throws IOException {
        var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        SignInLinks.provider(trial.site());
        var attacker = DevelopmentPages.UNVERIFIED;
        requireAbsent(DevelopmentPages.of(trial.site()), attacker);
        var planted = signIn.as(attacker.id()).back();
        planted.visitor().send(Call.get(planted.target()));
        try (var owner = SignInLinks.to(trial, attacker.address())) {
            var again = signIn.as(attacker.id()).back();
            again.visitor().send(Call.get(again.target()));
            for (var visitor : List.of(planted.visitor(), again.visitor())) {
                var answer = visitor.send(Call.get(trial.site().route("/session")));
                boolean isOwners = trial.site()
                        .session(answer)
                        .filter(session -> session.contains(owner.address()))
                        .isPresent();
                if (isOwners) trial.found(answer, "a session of " + owner.address() + ", whose owner came later");
            }
        }
    }

    /** The user of a person may be linked already. It belongs to the developer, so it is not deleted. */
    private static void requireAbsent(DevelopmentPages pages, DevelopmentPages.Person person) throws IOException {
        if (!pages.hasStore()) throw Trial.noTarget("the site has no store, so no accounts are linked");
        if (pages.userId(person.address()).isPresent()) {
            throw Trial.notRun("the store has a user " + person.address() + " already; delete it on the page Users");
        }
    }
}
