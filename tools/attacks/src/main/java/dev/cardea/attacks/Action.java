package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A post of the routes that changes something, and whose answer shows whether it did. None of them leaves anything behind:
 * a sign-in is started and never finished, a password is wrong, the session that is signed out does not exist.
 *
 * @param target path of the route
 * @param fields what the form has besides the token
 * @param hasSession whether the browser sends a session cookie, of no session
 */
record Action(String name, String target, Map<String, String> fields, boolean hasSession, Effect effect) {
    private static final String NO_SESSION = "cardea-attack-no-session";

    /** The site rejects it before it counts, stores or sends anything but the attempt. */
    private static final String NO_ADDRESS = "cardea-attack";

    /** What an answer shows if the action was carried out. */
    interface Effect {
        boolean isIn(TargetSite site, Answer answer);
    }

    /** Returns all actions that the site has: sign-in at a provider, by credentials, forms of accounts, and sign-out. */
    static List<Action> of(TargetSite site) {
        List<Action> all = new ArrayList<>();
        site.provider("oauth", "oidc").ifPresent(provider -> all.add(signIn(site, provider)));
        site.provider("credentials").ifPresent(provider -> all.add(credentials(site, provider)));
        for (var form : List.of(AccountForms.SIGN_UP, AccountForms.FORGOT)) {
            if (site.form(form).isPresent()) all.add(withoutAddress(site, form));
        }
        all.add(signOut(site));
        return all;
    }

    /**
     * Returns the actions that are carried out as the site's own pages send them, so that a rejection has a meaning.
     *
     * @throws NotRunException where none is
     */
    static List<Action> usable(Trial trial) throws IOException {
        List<Action> usable = new ArrayList<>();
        for (var action : of(trial.site())) {
            if (action.isUsable(trial)) usable.add(action);
        }
        if (usable.isEmpty()) {
            throw Trial.notRun(
                    "no post was carried out even as the site's own pages send it, so a rejection says nothing");
        }
        return usable;
    }

    /** Returns the post of a form without an address, which sends no mail. */
    static Action withoutAddress(TargetSite site, String route) {
        return new Action(route.substring(1), site.route(route), Map.of("email", NO_ADDRESS), false, Action::isJudged);
    }

    /** Returns whether an answer is about what was entered: the form with an error, or its address with one. */
    static boolean isJudged(TargetSite site, Answer answer) {
        return hasFault(answer)
                || answer.destination()
                        .filter(to -> to.matches(".*[?&]error=[A-Z][A-Za-z]+.*") && !to.contains("MissingCSRF"))
                        .isPresent();
    }

    /** Returns whether an answer is the built-in form with an error. */
    static boolean hasFault(Answer answer) {
        return answer.status() == 400 && answer.text().contains("id=\"fault\"");
    }

    static Action signIn(TargetSite site, SiteProvider provider) {
        var target = site.route("/signin/" + Form.encodeComponent(provider.id()));
        return new Action("sign-in at " + provider.id(), target, Map.of(), false, Action::startsSignIn);
    }

    static Action credentials(TargetSite site, SiteProvider provider) {
        var target = site.route("/callback/" + Form.encodeComponent(provider.id()));
        var name = "cardea-attack-" + UUID.randomUUID() + "@example.com";
        var fields = Map.of(
                "username",
                name,
                "email",
                name,
                "name",
                name,
                "password",
                UUID.randomUUID().toString());
        return new Action("sign-in by " + provider.id(), target, fields, false, Action::verifiesPassword);
    }

    static Action signOut(TargetSite site) {
        return new Action("sign-out", site.route("/signout"), Map.of(), true, Action::clearsSession);
    }

    boolean isUsable(Trial trial) throws IOException {
        var visitor = visitor(trial.site());
        return effect.isIn(trial.site(), visitor.post(target, fields));
    }

    /** Returns a browser that can carry the action out. */
    TestVisitor visitor(TargetSite site) throws IOException {
        var visitor = TestVisitor.of(site);
        if (hasSession) visitor.plant(site.sessionCookie(), NO_SESSION);
        return visitor;
    }

    /** Sends an attack, and notes a finding if it was carried out. */
    void attempt(Trial trial, TestVisitor visitor, Call call, String how) throws IOException {
        var answer = visitor.send(call);
        if (effect.isIn(trial.site(), answer)) trial.found(answer, name + " was carried out " + how);
    }

    Map<String, String> fieldsWith(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put(name, value);
        return all;
    }

    private static boolean startsSignIn(TargetSite site, Answer answer) {
        boolean leaves = answer.destination()
                .filter(to -> Destination.leaves(site.origin(), to))
                .isPresent();
        return leaves
                || answer.cookies().stream()
                        .anyMatch(cookie -> !cookie.deletes() && cookie.name().matches(".*(pkce|state|nonce).*"));
    }

    private static boolean verifiesPassword(TargetSite site, Answer answer) {
        boolean rejected = answer.destination()
                .filter(to -> to.contains("CredentialsSignin"))
                .isPresent();
        return rejected
                || answer.cookie(site.sessionCookie())
                        .filter(cookie -> !cookie.deletes())
                        .isPresent();
    }

    private static boolean clearsSession(TargetSite site, Answer answer) {
        return answer.cookie(site.sessionCookie()).filter(SetCookie::deletes).isPresent();
    }
}
