package dev.cardea.attacks;

import dev.cardea.http.Form;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Posts that another site causes in a visitor's browser. */
final class CsrfAttacks {
    static final String EVIL = "evil.example";
    private static final String PASSKEY_OWNER = "cardea-attack-a06-passkey@example.com";

    private static final String REJECTED = "rejected; nothing is started, changed or set";
    private static final String TOKEN_REMEDY =
            "Leave danger().skipCsrfCheck() out, and pass the posts of browsers to Cardea unchanged.";
    private static final String SENDER_REMEDY =
            "Leave danger().skipCsrfCheck() out if A01 succeeds too, otherwise danger().allowCrossSitePosts(). A proxy"
                    + " must pass Sec-Fetch-Site and Origin on.";

    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A01", "a post without a CSRF token", REJECTED, TOKEN_REMEDY, CsrfAttacks::withoutToken),
            AttackCase.anonymous(
                    "A02",
                    "a post with the CSRF token of another visitor",
                    REJECTED,
                    TOKEN_REMEDY,
                    CsrfAttacks::another),
            AttackCase.anonymous(
                    "A03",
                    "a post with a CSRF cookie and token that the attacker made",
                    REJECTED,
                    "Set a secret of 32 random bytes (cardea secret), and no other check of the token's cookie.",
                    CsrfAttacks::selfMade),
            AttackCase.anonymous(
                    "A04",
                    "a post with a valid token that the browser reports as cross-site",
                    REJECTED,
                    SENDER_REMEDY,
                    trial -> fromElsewhere(trial, "Sec-Fetch-Site", "cross-site")),
            AttackCase.anonymous(
                    "A05",
                    "a post with a valid token and the Origin of another site",
                    REJECTED,
                    SENDER_REMEDY,
                    trial -> fromElsewhere(trial, "Origin", "https://" + EVIL)),
            AttackCase.anonymous(
                    "A06",
                    "GET on sign-in, sign-up, password, passkey, mail, session update and sign-out routes, and in development"
                            + " mode on the pages of accounts and at usual addresses to unlink and delete",
                    "nothing is started, sent, changed or set",
                    "Map the routes of Cardea with the method that the browser sent.",
                    CsrfAttacks::byGet),
            AttackCase.anonymous(
                    "A07",
                    "credentials as text/plain, multipart or JSON from another site",
                    "rejected; the password is not checked",
                    "Leave danger().skipCsrfCheck() out, and do not convert the bodies of posts.",
                    CsrfAttacks::asOtherTypes));

    private CsrfAttacks() {}

    private static void withoutToken(Trial trial) throws IOException {
        for (var action : Action.usable(trial)) {
            var visitor = action.visitor(trial.site());
            action.attempt(trial, visitor, Call.post(action.target(), action.fields()), "without a token");
            visitor.jar().remove(trial.site().csrfCookie());
            action.attempt(trial, visitor, Call.post(action.target(), action.fields()), "without token and cookie");
        }
    }

    private static void another(Trial trial) throws IOException {
        for (var action : Action.usable(trial)) {
            var token = TestVisitor.of(trial.site()).token();
            var fields = action.fieldsWith("csrfToken", token);
            action.attempt(
                    trial, action.visitor(trial.site()), Call.post(action.target(), fields), "with another's token");
        }
    }

    private static void selfMade(Trial trial) throws IOException {
        TestVisitor.of(trial.site()).token();
        var token = "c0".repeat(32);
        for (var action : Action.usable(trial)) {
            for (var digest : List.of(
                    Hashes.sha256Hex(token), token, "", Hashes.sha256Hex(token + "secret"), Hashes.sha256Hex(""))) {
                var visitor = action.visitor(trial.site());
                visitor.plant(trial.site().csrfCookie(), token + "|" + digest);
                var call = Call.post(action.target(), action.fieldsWith("csrfToken", token));
                action.attempt(trial, visitor, call, "with a token that the attacker made");
            }
        }
    }

    private static void fromElsewhere(Trial trial, String header, String value) throws IOException {
        for (var action : Action.usable(trial)) {
            var visitor = action.visitor(trial.site());
            var call = visitor.form(action.target(), action.fields()).header(header, value);
            action.attempt(trial, visitor, call, "although " + header + " was " + value);
        }
    }

    private static void byGet(Trial trial) throws IOException {
        for (var action : Action.usable(trial)) {
            var visitor = action.visitor(trial.site());
            var query = Form.encode(visitor.withToken(action.fields()));
            for (var method : List.of("GET", "HEAD")) {
                var call = new Call(method, action.target() + "?" + query, List.of(), new byte[0]);
                action.attempt(trial, visitor, call, "by " + method);
            }
        }
        var email = trial.site().provider("email");
        if (email.isPresent()) mailByGet(trial, email.get());
        updateByGet(trial);
        if (!trial.hasGroup(Group.PROVIDER)) return;
        SoftwarePasskeys.withOwner(trial, PASSKEY_OWNER, (passkeys, passkey) -> {
            for (var method : List.of("GET", "HEAD")) passkeyByGet(trial, passkeys, passkey, method);
        });
        RemovalAttacks.byGet(trial);
    }

    /** The client of the browser changes the session of a user by a post with a token. */
    private static void updateByGet(Trial trial) throws IOException {
        var user = TestUser.signedIn(trial);
        if (user.isEmpty()) return;
        var visitor = user.get();
        var session = trial.site().route("/session");
        var name = "cardea-attack-" + UUID.randomUUID();
        var data = Json.print(Map.of("name", name, "user", Map.of("name", name)));
        var query = Form.encode(visitor.withToken(Map.of("data", data)));
        try {
            for (var method : List.of("GET", "HEAD")) {
                var answer = visitor.send(new Call(method, session + "?" + query, List.of(), new byte[0]));
                if (visitor.send(Call.get(session)).text().contains(name)) {
                    trial.found(answer, "the session was changed by " + method);
                }
            }
        } finally {
            visitor.signOut();
        }
    }

    private static void passkeyByGet(Trial trial, SoftwarePasskeys passkeys, String passkey, String method)
            throws IOException {
        var visitor = TestVisitor.of(trial.site());
        var credential =
                passkeys.answer(passkeys.begin(visitor), passkey, trial.site().origin());
        var query = Form.encode(visitor.withToken(Map.of("action", "authenticate", "data", credential.toJson())));
        var target = trial.site()
                .route("/callback/" + Form.encodeComponent(passkeys.provider().id()));
        var answer = visitor.send(new Call(method, target + "?" + query, List.of(), new byte[0]));
        if (!visitor.isSignedIn()) return;
        trial.found(answer, "a passkey signed in by " + method);
        visitor.signOut();
    }

    /** No post precedes it, because that would send a mail and leave a row. */
    private static void mailByGet(Trial trial, SiteProvider provider) throws IOException {
        var visitor = TestVisitor.of(trial.site());
        var post = SignInLinks.post(trial.site(), visitor, provider, "cardea-attack-a06@example.com");
        for (var method : List.of("GET", "HEAD")) {
            var query = new String(post.body(), StandardCharsets.UTF_8);
            var answer = visitor.send(new Call(method, post.target() + "?" + query, List.of(), new byte[0]));
            boolean isSent = answer.destination()
                    .filter(to -> to.contains("verify-request"))
                    .isPresent();
            if (isSent) trial.found(answer, "a sign-in mail was sent by " + method);
        }
    }

    private static void asOtherTypes(Trial trial) throws IOException {
        var site = trial.site();
        var provider = site.provider("credentials")
                .orElseThrow(() -> Trial.noTarget("the site has no provider of type credentials"));
        var action = Action.credentials(site, provider);
        if (!action.isUsable(trial)) throw Trial.notRun("no password was checked even with a valid token");
        for (var call : bodies(action)) {
            var fromElsewhere = call.header("Origin", "https://" + EVIL).header("Sec-Fetch-Site", "cross-site");
            action.attempt(trial, action.visitor(site), fromElsewhere, "from another site");
        }
    }

    private static List<Call> bodies(Action action) {
        var boundary = "cardea-attack";
        var parts = new StringBuilder();
        action.fields()
                .forEach((name, value) -> parts.append("--" + boundary + "\r\n")
                        .append("Content-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"));
        var json = Json.print(Map.copyOf(action.fields()));
        return List.of(
                Call.post(action.target(), "text/plain", Form.encode(action.fields())),
                Call.post(action.target(), "text/plain", json),
                Call.post(action.target(), "application/json", json),
                Call.post(
                        action.target(),
                        "multipart/form-data; boundary=" + boundary,
                        parts + "--" + boundary + "--\r\n"));
    }
}
