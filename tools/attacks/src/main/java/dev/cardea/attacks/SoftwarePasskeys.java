package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sign-up and sign-in with passkeys, which the software authenticator of development mode makes. */
final class SoftwarePasskeys {
    private final TargetSite site;
    private final DevelopmentPages pages;
    private final SiteProvider provider;

    private SoftwarePasskeys(TargetSite site, DevelopmentPages pages, SiteProvider provider) {
        this.site = site;
        this.pages = pages;
        this.provider = provider;
    }

    /** @throws NoTargetException where the site has no passkeys */
    static SoftwarePasskeys of(Trial trial) throws IOException {
        var site = trial.site();
        var provider = site.provider("webauthn")
                .orElseThrow(() -> Trial.noTarget("the site has no provider of type webauthn"));
        return new SoftwarePasskeys(site, DevelopmentPages.of(site), provider);
    }

    /** What an attack does with the passkey of a new user. */
    interface Use {
        void of(SoftwarePasskeys passkeys, String passkey) throws IOException;
    }

    /**
     * Signs a user up and out, and deletes the user in the end. Nothing is done where the site has no passkeys, or is not
     * in development mode.
     */
    static void withOwner(Trial trial, String address, Use use) throws IOException {
        SoftwarePasskeys passkeys;
        try {
            passkeys = of(trial);
        } catch (NotRunException | NoTargetException e) {
            return;
        }
        try {
            var owner = TestVisitor.of(trial.site());
            var passkey = passkeys.signUp(owner, address);
            owner.signOut();
            use.of(passkeys, passkey);
        } finally {
            passkeys.pages.deleteUser(address);
        }
    }

    SiteProvider provider() {
        return provider;
    }

    DevelopmentPages pages() {
        return pages;
    }

    /**
     * Signs a visitor up, who is signed in then.
     *
     * @return the id of the passkey
     * @throws NotRunException where the site or the authenticator rejects that
     */
    String signUp(TestVisitor visitor, String address) throws IOException {
        var made = register(visitor, options(visitor, "?action=register&email=" + Form.encodeComponent(address)));
        if (!visitor.isSignedIn()) throw Trial.notRun("a sign-up with a passkey did not sign in");
        return made.id();
    }

    /** A passkey that was made, and what the site answered to it. */
    record NewPasskey(String id, Answer answer) {}

    /** Makes a passkey for the user of a session; empty where the site sends no options for it. */
    Optional<NewPasskey> add(TestVisitor visitor) throws IOException {
        var options = sentOptions(visitor, "?action=register");
        return options.isEmpty() ? Optional.empty() : Optional.of(register(visitor, options.get()));
    }

    private NewPasskey register(TestVisitor visitor, Claims options) throws IOException {
        var user = options.get(Claim.object("user")).orElse(Claims.NONE);
        var handle = String.valueOf(user.text("id")).getBytes(StandardCharsets.UTF_8);
        var encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(handle);
        var credential = pages.authenticate(
                        "create", options.with("user", user.with("id", encoded).asMap()), site.origin())
                .orElseThrow(() -> Trial.notRun("the software authenticator made no passkey"));
        var answer = post(visitor, "register", credential);
        return new NewPasskey(String.valueOf(credential.text("id")), answer);
    }

    /** Begins a sign-in in the browser of a visitor. */
    Claims begin(TestVisitor visitor) throws IOException {
        return options(visitor, "?action=authenticate");
    }

    /** Begins a sign-in of the user with an address. */
    Claims begin(TestVisitor visitor, String address) throws IOException {
        return options(visitor, "?action=authenticate&email=" + Form.encodeComponent(address));
    }

    /** Returns what one passkey answers to the options of a sign-in. */
    Claims answer(Claims options, String passkey, String origin) throws IOException {
        var only = options.with("allowCredentials", List.of(Map.of("id", passkey, "type", "public-key")));
        return pages.authenticate("get", only, origin)
                .orElseThrow(() -> Trial.notRun("the software authenticator used no passkey"));
    }

    /** Signs a visitor in; the visitor may be signed in then. */
    Answer signIn(TestVisitor visitor, String passkey) throws IOException {
        return post(visitor, "authenticate", answer(begin(visitor), passkey, site.origin()));
    }

    /** Returns whether a passkey signs in, in a new browser, and signs out again. */
    boolean works(String passkey) throws IOException {
        var visitor = TestVisitor.of(site);
        signIn(visitor, passkey);
        boolean isSignedIn = visitor.isSignedIn();
        if (isSignedIn) visitor.signOut();
        return isSignedIn;
    }

    Answer post(TestVisitor visitor, String action, Claims credential) throws IOException {
        return visitor.post(
                site.route("/callback/" + Form.encodeComponent(provider.id())),
                Map.of("action", action, "data", credential.toJson()));
    }

    private Claims options(TestVisitor visitor, String query) throws IOException {
        return sentOptions(visitor, query).orElseThrow(() -> Trial.notRun("the site sent no options for passkeys"));
    }

    private Optional<Claims> sentOptions(TestVisitor visitor, String query) throws IOException {
        var answer =
                visitor.send(Call.get(site.route("/webauthn-options/" + Form.encodeComponent(provider.id())) + query));
        return JsonAnswers.object(answer.text()).flatMap(it -> it.get(Claim.object("options")));
    }
}
