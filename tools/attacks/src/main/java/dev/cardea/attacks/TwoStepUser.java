package dev.cardea.attacks;

import dev.cardea.json.Claim;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A user with an authenticator app, who signed up for an attack. Closing deletes the user. Not thread-safe. */
final class TwoStepUser implements AutoCloseable {
    static final String SECURITY = "/account/security";
    static final String FACTOR = "/factor";

    private static final int TRIES = 2;

    private final TargetSite site;
    private final SignInLinks mailbox;
    private final Action signIn;
    private final TestVisitor owner;
    private final TestVisitor earlier;
    private final AuthenticatorApp app;
    private final List<String> recoveryCodes;

    private TwoStepUser(TargetSite site, SignInLinks mailbox, Action signIn, TestVisitor owner, TestVisitor earlier)
            throws IOException {
        this.site = site;
        this.mailbox = mailbox;
        this.signIn = signIn;
        this.owner = owner;
        this.earlier = earlier;
        owner.post(site.route(SECURITY), Map.of("do", "totp"));
        app = key(owner, SECURITY)
                .map(AuthenticatorApp::of)
                .orElseThrow(() -> Trial.noTarget("the site has no two-step verification"));
        recoveryCodes = connect();
    }

    /**
     * Signs a user up, and connects an app.
     *
     * @param address no user has it but those of attacks
     * @throws NoTargetException where visitors can't create an account, or the site has no two-step verification
     */
    static TwoStepUser of(Trial trial, String address) throws IOException {
        var site = trial.site();
        var password = UUID.randomUUID().toString();
        site.masks().add(password);
        var form = AccountForms.newAccount(site, address, password);
        var signIn = AccountForms.signIn(site, address, password);
        var mailbox = SignInLinks.to(trial, address);
        try {
            mailbox.deleteUser();
            var owner = TestVisitor.of(site);
            var signUp = owner.form(site.route(AccountForms.SIGN_UP), form);
            owner.send(mailbox.redemption(owner, mailbox.request(owner, signUp)));
            var earlier = TestVisitor.of(site);
            earlier.post(signIn.target(), signIn.fields());
            if (!owner.isSignedIn() || !earlier.isSignedIn()) throw Trial.notRun("a sign-up could not be completed");
            return new TwoStepUser(site, mailbox, signIn, owner, earlier);
        } catch (RuntimeException | IOException e) {
            mailbox.close();
            throw e;
        }
    }

    /** The value of before connects the app, so that the present one is left for an attack. */
    private List<String> connect() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            var code = app.earlierValue(Instant.now());
            var fields = Map.of("do", "confirm", "code", code, "name", "cardea-attack");
            var codes = recoveryCodes(sendForJson(owner, SECURITY, fields));
            codes.forEach(site.masks()::add);
            if (!codes.isEmpty()) return codes;
        }
        throw Trial.notRun("an authenticator app could not be connected");
    }

    /** Returns the recovery codes of an answer, which are shown when they are new. */
    static List<String> recoveryCodes(Answer answer) {
        var codes = JsonAnswers.object(answer.text()).flatMap(it -> it.get(Claim.list("recoveryCodes")));
        return codes.orElse(List.of()).stream().map(String::valueOf).toList();
    }

    /** Posts a form as a page of the application does. */
    Answer sendForJson(TestVisitor visitor, String route, Map<String, String> fields) throws IOException {
        return visitor.send(visitor.form(site.route(route), fields).header("X-Auth-Return-Redirect", "1"));
    }

    /** Returns the key of an app that is being connected, as a page shows it to this visitor. */
    Optional<String> key(TestVisitor visitor, String route) throws IOException {
        var key = JsonAnswers.member(json(visitor, route).text(), "key");
        key.ifPresent(site.masks()::add);
        return key;
    }

    Answer json(TestVisitor visitor, String route) throws IOException {
        return visitor.send(Call.get(site.route(route)).header("Accept", "application/json"));
    }

    String address() {
        return mailbox.address();
    }

    /** Returns the browser that connected the app. */
    TestVisitor owner() {
        return owner;
    }

    /** Returns a browser that signed in with the password alone, before there was an app. */
    TestVisitor earlier() {
        return earlier;
    }

    AuthenticatorApp app() {
        return app;
    }

    String recoveryCode(int number) {
        return recoveryCodes.get(number);
    }

    /** Returns the ids of the user's apps, as the page of the account has them. */
    List<String> apps() throws IOException {
        var apps = JsonAnswers.object(json(owner, SECURITY).text()).flatMap(it -> it.get(Claim.list("authenticators")));
        return apps.orElse(List.of()).stream()
                .map(it -> it instanceof Map<?, ?> map ? String.valueOf(map.get("id")) : "")
                .toList();
    }

    /** Returns a browser whose user has given the password, and nothing else. */
    TestVisitor afterPassword() throws IOException {
        var visitor = TestVisitor.of(site);
        visitor.post(signIn.target(), signIn.fields());
        return visitor;
    }

    /** As above, in a sign-in that waits for the second step. */
    TestVisitor paused() throws IOException {
        var visitor = afterPassword();
        if (visitor.isSignedIn()) throw Trial.notRun("the site asked for no second step");
        return visitor;
    }

    /** Returns the form of the second step, with the cookies of its browser. */
    Call second(TestVisitor visitor, Map<String, String> fields) {
        return visitor.form(site.route(FACTOR), fields).cookies(visitor.jar());
    }

    static Map<String, String> totp(String value) {
        return fields("totp", value);
    }

    static Map<String, String> recovery(String code) {
        return fields("recovery", code);
    }

    private static Map<String, String> fields(String method, String code) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("do", method);
        fields.put("code", code);
        return fields;
    }

    @Override
    public void close() throws IOException {
        mailbox.close();
    }
}
