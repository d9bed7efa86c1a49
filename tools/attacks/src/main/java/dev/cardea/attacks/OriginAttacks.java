package dev.cardea.attacks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Requests that name another host, so that addresses in answers and mails lead there. */
final class OriginAttacks {
    private static final String EVIL = CsrfAttacks.EVIL;
    private static final Pattern EVIL_NAME = Pattern.compile(Pattern.quote(EVIL));
    private static final String NOWHERE = "rejected, or a response without that name";
    private static final String URL_REMEDY = "Set url (AUTH_URL) to the public address of the site.";
    private static final String PROXY_REMEDY =
            "Set url (AUTH_URL), or name your proxies in trustedProxies and let them replace these headers.";

    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A11",
                    "another host in Host",
                    NOWHERE + ", and in development mode no mail has it",
                    URL_REMEDY,
                    OriginAttacks::host),
            AttackCase.anonymous(
                    "A12",
                    "another host or scheme in forwarding headers of an untrusted client",
                    NOWHERE,
                    PROXY_REMEDY,
                    OriginAttacks::forwarded),
            AttackCase.anonymous(
                    "A13",
                    "forwarding headers that disagree, as a list or doubled",
                    NOWHERE,
                    PROXY_REMEDY,
                    OriginAttacks::doubled),
            AttackCase.anonymous(
                    "A14",
                    "a target in absolute form with another host",
                    NOWHERE,
                    "Use a server or proxy that takes the host from one place, or set url (AUTH_URL).",
                    OriginAttacks::absolute));

    private OriginAttacks() {}

    private static void host(Trial trial) throws IOException {
        attack(trial, call -> call.header("Host", EVIL));
        var email = trial.site().provider("email");
        if (email.isPresent() && trial.hasGroup(Group.PROVIDER)) inMail(trial, email.get());
    }

    /** The inbox of development mode shows what a recipient reads. */
    private static void inMail(Trial trial, SiteProvider provider) throws IOException {
        DevelopmentPages pages;
        try {
            pages = DevelopmentPages.of(trial.site());
        } catch (NotRunException e) {
            // Only the owner of the mailbox sees the mail.
            return;
        }
        long before = SignInLinks.newest(pages);
        var visitor = TestVisitor.of(trial.site());
        var post = SignInLinks.post(trial.site(), visitor, provider, "cardea-attack-a11@example.com");
        var answer = visitor.send(post.header("Host", EVIL));
        boolean isNamed = pages.mails().stream()
                .anyMatch(mail -> mail.id() > before && mail.text().contains(EVIL));
        if (isNamed) trial.found(answer, "a mail with " + EVIL);
    }

    private static void forwarded(Trial trial) throws IOException {
        var own = trial.site().url().authority();
        attack(trial, call -> call.header("X-Forwarded-Host", EVIL).header("X-Forwarded-Proto", "https"));
        attack(trial, call -> call.header("Forwarded", "host=" + EVIL + ";proto=https"));
        attack(trial, call -> call.header("X-Original-Host", EVIL).header("X-Host", EVIL));
        attack(trial, call -> call.header("X-Forwarded-Server", EVIL).header("X-HTTP-Host-Override", EVIL));
        var port = own.endsWith(":4443") ? "4444" : "4443";
        // The port as a whole: the site may listen on one that begins with the same digits.
        var sign = Pattern.compile(":" + port + "(?!\\d)");
        attack(trial, call -> call.header("X-Forwarded-Host", own).header("X-Forwarded-Port", port), sign);
    }

    private static void doubled(Trial trial) throws IOException {
        var own = trial.site().url().authority();
        attack(trial, call -> call.header("X-Forwarded-Host", EVIL + ", " + own));
        attack(trial, call -> call.header("X-Forwarded-Host", own + ", " + EVIL));
        attack(trial, call -> call.header("X-Forwarded-Host", EVIL).header("X-Forwarded-Host", own));
        attack(trial, call -> call.header("X-Forwarded-Host", own).header("X-Forwarded-Host", EVIL));
        attack(trial, call -> call.header("Host", own).header("Host", EVIL));
        attack(trial, call -> call.header("Host", EVIL).header("Host", own));
    }

    private static void absolute(Trial trial) throws IOException {
        var own = trial.site().url().authority();
        attack(trial, call -> withTarget(call, "http://" + EVIL + call.target()));
        attack(
                trial,
                call -> withTarget(call, "https://" + EVIL + call.target()).header("Host", own));
        attack(trial, call -> withTarget(call, "//" + EVIL + call.target()));
    }

    private static Call withTarget(Call call, String target) {
        return new Call(call.method(), target, call.headers(), call.body());
    }

    private static void attack(Trial trial, UnaryOperator<Call> change) throws IOException {
        attack(trial, change, EVIL_NAME);
    }

    /** @param sign what an answer must not have */
    private static void attack(Trial trial, UnaryOperator<Call> change, Pattern sign) throws IOException {
        for (var call : calls(trial)) {
            var answer = trial.send(change.apply(call));
            if (isRejected(answer)) continue;
            // Pages may show the address that was asked for; what counts is what they lead to.
            var own = withoutOwnPath(answer, trial.site()).replace(answer.call().target(), "");
            var found = sign.matcher(own);
            if (found.find()) trial.found(answer, answer.outcome() + ", with " + around(own, found.start()));
        }
    }

    /** Servers merge slashes by a redirect to a path of the site. The path may have the name, its query not. */
    private static String withoutOwnPath(Answer answer, TargetSite site) {
        var whole = answer.whole();
        return answer.header("location")
                .filter(path -> path.startsWith("/") && !Destination.leaves(site.origin(), path))
                .map(path -> path.split("[?#]", 2)[0])
                .map(path -> whole.replaceAll("(?<!/)" + Pattern.quote(path), ""))
                .orElse(whole);
    }

    /** A page of a server that says what it rejects leads nowhere. */
    private static boolean isRejected(Answer answer) {
        return answer.status() / 100 == 4 && answer.destination().isEmpty();
    }

    private static String around(String text, int at) {
        return text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 60))
                .strip();
    }

    /** Returns requests whose answers contain addresses of the site. */
    private static List<Call> calls(Trial trial) throws IOException {
        var site = trial.site();
        var visitor = TestVisitor.of(site);
        List<Call> calls = new ArrayList<>();
        for (var route : List.of("/providers", "/csrf", "/signin", "/error")) calls.add(Call.get(site.route(route)));
        calls.add(visitor.form(site.route("/signout"), Map.of()).cookies(visitor.jar()));
        site.provider("oauth", "oidc").ifPresent(provider -> {
            var action = Action.signIn(site, provider);
            calls.add(visitor.form(action.target(), Map.of()).cookies(visitor.jar()));
        });
        return calls;
    }
}
