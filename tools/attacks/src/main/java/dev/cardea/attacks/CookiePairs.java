package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.http.WebUrl;
import dev.cardea.jose.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Cookies in the place of others. A visitor gets several sealed values, and knows what is in some of them. Where they had
 * one key, such a value would pass for another whose content the visitor may choose.
 */
final class CookiePairs {
    static final AttackCase CASE = AttackCase.anonymous(
            "A23",
            "each cookie that a visitor or a signed-in user gets, in the place of each other",
            "no session, no post and no response of a provider or a passkey is accepted; responses that would "
                    + "end in a session are"
                    + " tried in development mode",
            "Derive the key of each cookie from its name, as Cardea does without your own codec.",
            CookiePairs::attack);

    private static final String STATE = "state";
    private static final String NONCE = "nonce";
    private static final String VERIFIER = "pkce.code_verifier";
    private static final String CHALLENGE = "challenge";
    private static final String OWNER = "cardea-attack-a23@example.com";
    private static final String NOT_SEALED = "cardea-attack-not-sealed";

    /** What a provider answers for a user who does not want to sign in. Cardea says so where the state is right. */
    private static final String DENIED = "access_denied";

    private final Trial trial;
    private final TargetSite site;
    private final Optional<String> session;

    /** @param session the cookie of a signed-in user; empty where no user could sign in */
    private CookiePairs(Trial trial, Optional<String> session) {
        this.trial = trial;
        this.site = trial.site();
        this.session = session;
    }

    /**
     * A value that a visitor got.
     *
     * @param value as in the jar, in percent escapes
     * @param content what is sealed in it; empty where a visitor does not learn that
     */
    private record SealedValue(String name, String value, Optional<String> content) {}

    /** A sign-in at a provider that a visitor started. */
    private record Start(TestVisitor visitor, String location, Map<String, String> parameters) {}

    private static void attack(Trial trial) throws IOException {
        var user = TestUser.signedIn(trial);
        try {
            var name = trial.site().sessionCookie();
            new CookiePairs(trial, user.map(it -> it.jar().get(name))).attack();
        } finally {
            if (user.isPresent()) user.get().signOut();
        }
    }

    private void attack() throws IOException {
        var values = all();
        asSession(values);
        asToken(values);
        for (var provider : site.providers()) {
            if (hasCallback(provider)) asState(provider);
        }
        if (!trial.hasGroup(Group.PROVIDER)) return;
        inAnswers();
        SoftwarePasskeys.withOwner(trial, OWNER, (passkeys, passkey) -> {
            for (var each : values) asChallenge(passkeys, passkey, each);
        });
    }

    private static boolean hasCallback(SiteProvider provider) {
        return provider.type().equals("oauth") || provider.type().equals("oidc");
    }

    private void asSession(List<SealedValue> values) throws IOException {
        for (var each : values) {
            if (each.name.equals(site.sessionCookie())) continue;
            var answer = trial.send(site.sessionCall(each.value));
            if (site.session(answer).isPresent()) trial.found(answer, "a session for the value of " + each.name);
        }
    }

    /** In the place of the token's cookie, with the value and with its content as token. */
    private void asToken(List<SealedValue> values) throws IOException {
        var actions = Action.usable(trial);
        for (var each : values) {
            if (each.name.equals(site.csrfCookie())) continue;
            var decoded = Form.decodeComponent(each.value).orElse(each.value);
            for (var action : actions) {
                var visitor = action.visitor(site);
                visitor.jar().put(site.csrfCookie(), each.value);
                var call = Call.post(action.target(), action.fieldsWith("csrfToken", each.content.orElse(decoded)));
                action.attempt(trial, visitor, call, "with the value of " + each.name + " as cookie of the token");
            }
        }
    }

    /** The provider need not answer: with the state of the cookie, Cardea reads an error, and without it does not. */
    private void asState(SiteProvider provider) throws IOException {
        var own = start(provider);
        var name = site.cookie(STATE);
        if (!own.visitor.jar().containsKey(name)) return;
        var issuer = issuer(provider, own);
        if (issuer.isEmpty()) return;
        own.visitor.plant(name, NOT_SEALED);
        // A site that asks for no state at all is a finding of another attack.
        if (isRead(denied(provider, own, own.parameters.getOrDefault(STATE, ""), issuer.get()))) return;
        for (var source : sources(own)) {
            if (source.equals(name)) continue;
            var start = start(provider);
            var from = sealed(start, source);
            start.visitor.jar().put(name, from.value);
            var state = from.content.orElse(start.parameters.getOrDefault(STATE, ""));
            var answer = denied(provider, start, state, issuer.get());
            if (isRead(answer)) trial.found(answer, "the value of " + source + " was accepted as state");
        }
    }

    /**
     * Returns the issuer with which the answer of a provider is read, or an empty text where it is read without one
     * (RFC 9207); empty where no answer is read.
     */
    private Optional<String> issuer(SiteProvider provider, Start own) throws IOException {
        List<String> candidates = new ArrayList<>(List.of(""));
        WebUrl.parse(own.location).map(WebUrl::origin).ifPresent(candidates::add);
        if (trial.hasGroup(Group.PROVIDER)) answered(provider, own).ifPresent(candidates::add);
        for (var issuer : candidates) {
            if (isRead(denied(provider, own, own.parameters.getOrDefault(STATE, ""), issuer)))
                return Optional.of(issuer);
        }
        return Optional.empty();
    }

    /** Returns the issuer that the provider of development mode names in its answer. */
    private Optional<String> answered(SiteProvider provider, Start own) throws IOException {
        try {
            var signIn = ProviderSignIn.of(trial, provider.type());
            if (!signIn.provider().equals(provider)) return Optional.empty();
            var answer = signIn.approve(own.location, own.parameters);
            return answer.map(DevelopmentPages::parameters).map(parameters -> parameters.get("iss"));
        } catch (NotRunException | NoTargetException e) {
            return Optional.empty();
        }
    }

    private Answer denied(SiteProvider provider, Start start, String state, String issuer) throws IOException {
        Map<String, String> query = new LinkedHashMap<>(Map.of("error", DENIED, STATE, state));
        if (!issuer.isEmpty()) query.put("iss", issuer);
        var target = site.route("/callback/" + Form.encodeComponent(provider.id())) + "?" + Form.encode(query);
        return trial.send(Call.get(target).cookies(start.visitor.jar()));
    }

    private static boolean isRead(Answer answer) {
        return answer.destination()
                .filter(to -> to.contains("OAuthCallbackError"))
                .isPresent();
    }

    /** The visitor changes what the provider is asked, so that its answer fits the content of the other cookie. */
    private void inAnswers() throws IOException {
        ProviderSignIn signIn;
        try {
            signIn = ProviderSignIn.of(trial, "oidc", "oauth");
        } catch (NotRunException | NoTargetException e) {
            // Without development mode, a visitor cannot complete a sign-in.
            return;
        }
        var sources = sources(start(signIn.provider()));
        for (var position : List.of(VERIFIER, NONCE)) {
            var name = site.cookie(position);
            if (!sources.contains(name)) continue;
            for (var source : sources) {
                if (!source.equals(name)) inAnswer(signIn, source, position);
            }
        }
    }

    private void inAnswer(ProviderSignIn signIn, String source, String position) throws IOException {
        var start = start(signIn.provider());
        var from = sealed(start, source);
        Map<String, String> asked = new LinkedHashMap<>(start.parameters);
        from.content.ifPresent(content -> {
            if (position.equals(NONCE)) asked.put("nonce", content);
            else asked.put("code_challenge", challenge(content));
        });
        var target = signIn.approve(start.location, asked);
        if (target.isEmpty()) return;
        start.visitor.jar().put(site.cookie(position), from.value);
        var answer = start.visitor.send(Call.get(target.get()));
        if (signIn.endsSession(start.visitor)) {
            trial.found(answer, "a session for the value of " + source + " as " + position);
        }
    }

    /** RFC 7636 §4.2, S256. */
    private static String challenge(String verifier) {
        byte[] hash = Hashes.sha256(verifier.getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    /** The visitor has a passkey, and lets it answer to the content of the other cookie. */
    private void asChallenge(SoftwarePasskeys passkeys, String passkey, SealedValue from) throws IOException {
        var visitor = TestVisitor.of(site);
        var asked = passkeys.begin(visitor);
        if (!visitor.jar().containsKey(site.cookie(CHALLENGE))) return;
        var options =
                from.content.map(content -> asked.with(CHALLENGE, content)).orElse(asked);
        var credential = passkeys.answer(options, passkey, site.origin());
        visitor.jar().put(site.cookie(CHALLENGE), from.value);
        var answer = passkeys.post(visitor, "authenticate", credential);
        if (!visitor.isSignedIn()) return;
        trial.found(answer, "a session for the value of " + from.name + " as challenge of a passkey");
        visitor.signOut();
    }

    /** Returns the names of the cookies that a visitor has who started a sign-in, and that of a signed-in user. */
    private Set<String> sources(Start start) {
        Set<String> names = new LinkedHashSet<>(start.visitor.jar().keySet());
        if (session.isPresent()) names.add(site.sessionCookie());
        return names;
    }

    private Start start(SiteProvider provider) throws IOException {
        var visitor = TestVisitor.of(site);
        var action = Action.signIn(site, provider);
        var to = visitor.post(action.target(), action.fields()).destination().orElse("");
        var parameters = DevelopmentPages.parameters(to);
        parameters.values().forEach(site.masks()::add);
        return new Start(visitor, to, parameters);
    }

    private SealedValue sealed(Start start, String name) {
        if (session.isPresent() && name.equals(site.sessionCookie())) {
            return new SealedValue(name, session.get(), Optional.empty());
        }
        var value = start.visitor.jar().getOrDefault(name, "");
        Optional<String> content = Optional.empty();
        if (name.equals(site.cookie(STATE))) content = Optional.ofNullable(start.parameters.get(STATE));
        if (name.equals(site.cookie(NONCE))) content = Optional.ofNullable(start.parameters.get(NONCE));
        if (name.equals(site.csrfCookie())) content = Optional.of(start.visitor.token());
        return new SealedValue(name, value, content);
    }

    /**
     * Returns the values of visitors who started a sign-in at each provider, with the sealed state of each request, and the
     * cookie of a signed-in user.
     */
    private List<SealedValue> all() throws IOException {
        List<SealedValue> all = new ArrayList<>();
        for (var provider : site.providers()) {
            if (hasCallback(provider)) {
                var start = start(provider);
                for (var name : start.visitor.jar().keySet()) all.add(sealed(start, name));
                Optional.ofNullable(start.parameters.get(STATE))
                        .ifPresent(state -> all.add(new SealedValue("the parameter state", state, Optional.empty())));
            } else if (provider.type().equals("webauthn")) {
                var visitor = TestVisitor.of(site);
                visitor.send(Call.get(site.route("/webauthn-options/" + Form.encodeComponent(provider.id()))
                        + "?action=authenticate"));
                visitor.jar().forEach((name, value) -> all.add(new SealedValue(name, value, Optional.empty())));
            }
        }
        if (all.isEmpty()) {
            TestVisitor.of(site)
                    .jar()
                    .forEach((name, value) -> all.add(new SealedValue(name, value, Optional.empty())));
        }
        session.ifPresent(value -> all.add(new SealedValue(site.sessionCookie(), value, Optional.empty())));
        return all;
    }
}
