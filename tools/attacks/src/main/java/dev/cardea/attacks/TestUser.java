package dev.cardea.attacks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A user of the site who can sign in: the one that the caller gave, or a person of development mode. */
interface TestUser {
    /** Signs a visitor in; the answer is that of the last step. */
    Answer signIn(TestVisitor visitor) throws IOException;

    /** Returns the user, who was signed in and out once. */
    static TestUser of(Trial trial) throws IOException {
        var site = trial.site();
        var login = site.login();
        return verified(site, login.isPresent() ? byPassword(site, login.get()) : ofDevelopmentMode(trial));
    }

    /** Returns a browser in which the user is signed in; empty where no user can sign in, as the attacks on sessions report. */
    static Optional<TestVisitor> signedIn(Trial trial) throws IOException {
        if (!trial.hasGroup(Group.ACCOUNT) && !trial.hasGroup(Group.PROVIDER)) return Optional.empty();
        try {
            var user = of(trial);
            var visitor = TestVisitor.of(trial.site());
            user.signIn(visitor);
            return Optional.of(visitor);
        } catch (NotRunException | NoTargetException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the name of a user with a password: of the one that the caller gave, who was signed in and out once, or of one
     * who signed up in development mode.
     *
     * @throws NotRunException where no user was given, and the site is not in development mode or lets no visitor sign up
     */
    static String name(Trial trial) throws IOException {
        var site = trial.site();
        var given = site.login();
        if (given.isEmpty()) return signedUp(site);
        verified(site, byPassword(site, given.get()));
        return given.get().name();
    }

    private static String signedUp(TargetSite site) throws IOException {
        var pages = DevelopmentPages.of(site);
        var visitor = TestVisitor.of(site);
        var password = UUID.randomUUID().toString();
        site.masks().add(password);
        long before = SignInLinks.newest(pages);
        visitor.post(site.route("/signup"), Map.of("email", DevelopmentPages.NEWCOMER, "password", password));
        var link = SignInLinks.received(pages, before, DevelopmentPages.NEWCOMER);
        if (link.isPresent()) visitor.send(Call.get(link.get()));
        if (!visitor.isSignedIn())
            throw Trial.notRun("no test user was given, whose name exists, and none could sign up");
        visitor.signOut();
        return DevelopmentPages.NEWCOMER;
    }

    private static TestUser verified(TargetSite site, TestUser user) throws IOException {
        var visitor = TestVisitor.of(site);
        user.signIn(visitor);
        if (!visitor.isSignedIn()) throw Trial.notRun("the test user could not sign in");
        visitor.signOut();
        return user;
    }

    /** Returns the post of a password. */
    static Action attempt(TargetSite site, SiteProvider provider, String name, String password) {
        var plain = Action.credentials(site, provider);
        Map<String, String> fields = new LinkedHashMap<>(plain.fields());
        fields.replaceAll((field, value) -> field.equals("password") ? password : name);
        return new Action(plain.name(), plain.target(), fields, false, plain.effect());
    }

    private static TestUser byPassword(TargetSite site, UsernamePassword login) {
        var provider = site.provider("credentials")
                .orElseThrow(() -> Trial.notRun("the site has no provider of type credentials for the test user"));
        site.masks().add(login.password());
        var action = attempt(site, provider, login.name(), login.password());
        return visitor -> visitor.post(action.target(), action.fields());
    }

    private static TestUser ofDevelopmentMode(Trial trial) throws IOException {
        try {
            var signIn = ProviderSignIn.of(trial, "oidc", "oauth");
            return visitor -> visitor.send(Call.get(signIn.back(visitor).target()));
        } catch (NotRunException e) {
            throw Trial.notRun("no test user was given, and " + e.getMessage());
        }
    }
}
