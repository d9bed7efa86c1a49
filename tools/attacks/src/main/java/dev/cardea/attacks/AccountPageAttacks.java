package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The pages of an account: without a session, from another site, with guessed passwords and strange input. */
final class AccountPageAttacks {
    private static final String ACCOUNT = "/account";
    private static final String PASSWORD = ACCOUNT + "/password";
    private static final int TRIES = 30;
    private static final Duration SLOW = Duration.ofSeconds(5);
    private static final String FORM = "application/x-www-form-urlencoded";

    /** Posts that name nothing that exists, by page: a site without the defence carries them out, and changes nothing. */
    private static final Map<String, Map<String, String>> POSTS = Map.of(
            PASSWORD,
            Map.of("password", "-"),
            ACCOUNT + "/email",
            Map.of("do", "change", "email", "cardea-attack"),
            ACCOUNT + "/passkeys",
            Map.of("do", "delete", "id", "cardea-attack"),
            ACCOUNT + "/providers",
            Map.of("do", "unlink", "provider", "cardea-attack", "id", "cardea-attack"),
            ACCOUNT + "/sessions",
            Map.of("do", "end", "id", "cardea-attack"),
            ACCOUNT + "/data",
            Map.of("do", "delete", "confirm", "cardea-attack"));

    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A58",
                    "the pages of an account without a session, and with a session cookie that the attacker made up",
                    "a redirect to the sign-in page, or status 401 for JSON",
                    "Pass the routes of accounts to Cardea, and let no cache store their responses.",
                    AccountPageAttacks::withoutSession),
            AttackCase.account(
                    "A59",
                    "posts to the pages of an account without a token, from another site, and by GET",
                    "rejected; nothing is changed",
                    "Leave danger().skipCsrfCheck() and danger().allowCrossSitePosts() out, and pass method, Origin and"
                            + " Sec-Fetch-Site of requests on.",
                    AccountPageAttacks::fromElsewhere),
            AttackCase.anonymous(
                    "A60",
                    "passwords of a million characters, NUL, halves of characters and unknown commands in the forms of"
                            + " accounts",
                    "status below 500, within 5 seconds",
                    "Limit the size of bodies in your proxy. If Cardea itself responds with such a status, report it.",
                    AccountPageAttacks::strange),
            AttackCase.account(
                    "A61",
                    "30 wrong current passwords in one session",
                    "status 429 with Retry-After, before the last password",
                    "Leave rateLimits on.",
                    AccountPageAttacks::guess));

    private AccountPageAttacks() {}

    static List<String> pages() {
        return Stream.concat(
                        Stream.of(ACCOUNT, ACCOUNT + "/profile"),
                        POSTS.keySet().stream().sorted())
                .toList();
    }

    private static void withoutSession(Trial trial) throws IOException {
        var site = trial.site();
        AccountForms.require(site);
        var visitor = TestVisitor.of(site);
        var madeUp = Map.of(site.sessionCookie(), UUID.randomUUID().toString());
        for (var page : pages()) {
            var get = Call.get(site.route(page));
            closed(trial, trial.send(get));
            closed(trial, trial.send(get.cookies(madeUp)));
            closed(trial, trial.send(get.header("Accept", "application/json")));
            closed(trial, visitor.post(site.route(page), POSTS.getOrDefault(page, Map.of())));
        }
    }

    static void closed(Trial trial, Answer answer) {
        boolean isOpen = answer.status() / 100 == 2 || Action.hasFault(answer);
        if (isOpen) trial.found(answer, "the page responds without a session: " + answer.outcome());
    }

    private static void fromElsewhere(Trial trial) throws IOException {
        var site = trial.site();
        AccountForms.require(site);
        var visitor = TestVisitor.of(site);
        TestUser.of(trial).signIn(visitor);
        boolean any = false;
        for (var page : POSTS.entrySet()) {
            var action = new Action(
                    "a post to " + page.getKey(),
                    site.route(page.getKey()),
                    page.getValue(),
                    false,
                    (it, answer) -> isReached(it, answer, page.getKey()));
            if (!action.effect().isIn(site, visitor.post(action.target(), action.fields()))) continue;
            any = true;
            attack(trial, action, visitor);
        }
        visitor.signOut();
        if (!any) throw Trial.notRun("no page of the account accepted a post even as the site's own pages send it");
    }

    private static void attack(Trial trial, Action action, TestVisitor visitor) throws IOException {
        var own = visitor.form(action.target(), action.fields());
        action.attempt(trial, visitor, Call.post(action.target(), action.fields()), "without a token");
        action.attempt(trial, visitor, own.header("Sec-Fetch-Site", "cross-site"), "from another site");
        action.attempt(trial, visitor, own.header("Origin", "https://" + CsrfAttacks.EVIL), "from another origin");
        var query = Form.encode(visitor.withToken(action.fields()));
        var byGet = visitor.send(Call.get(action.target() + "?" + query));
        if (Action.isJudged(trial.site(), byGet)) trial.found(byGet, action.name() + " was carried out by GET");
    }

    /** The page responds itself: with an error of the form, or with a redirect to its own address. */
    private static boolean isReached(TargetSite site, Answer answer, String page) {
        boolean isBack = answer.destination()
                .map(to -> to.replaceFirst("[?#].*", ""))
                .filter(to -> to.endsWith(site.route(page)))
                .isPresent();
        return isBack || Action.hasFault(answer);
    }

    private static void guess(Trial trial) throws IOException {
        var site = trial.site();
        AccountForms.require(site);
        var visitor = TestVisitor.of(site);
        DevelopmentPages.requireLimits(visitor.send(Call.get(site.route("/providers"))));
        var login = site.login().orElseThrow(() -> Trial.notRun("no test user was given"));
        var signIn = AccountForms.signIn(site, login.name(), login.password());
        site.masks().add(login.password());
        visitor.post(signIn.target(), signIn.fields());
        try {
            // Without that field, the post would set a password.
            var page = visitor.send(Call.get(site.route(PASSWORD)).header("Accept", "application/json"));
            if (!page.text().contains("\"current\"")) throw Trial.notRun("the test user has no password of an account");
            guess(trial, visitor, login.password());
        } finally {
            visitor.signOut();
        }
    }

    /** The new password is the present one, so that nothing changes where the current one isn't compared. */
    private static void guess(Trial trial, TestVisitor visitor, String present) throws IOException {
        var target = trial.site().route(PASSWORD);
        for (int i = 0; i < TRIES; i++) {
            var fields = Map.of("current", "wrong-password-" + i, "password", present);
            var answer = visitor.send(visitor.form(target, fields).header("X-Auth-Return-Redirect", "1"));
            if (answer.status() == 429) {
                if (answer.header("retry-after").isEmpty()) trial.found(answer, "status 429 without Retry-After");
                return;
            }
            var to = answer.destination().orElse("");
            if (!to.contains("PasswordWrong")) {
                throw Trial.notRun("a wrong current password was not compared, but led to " + to);
            }
            if (i == TRIES - 1) trial.found(answer, TRIES + " current passwords were compared");
        }
    }

    private static void strange(Trial trial) throws IOException {
        var site = trial.site();
        AccountForms.require(site);
        var visitor = TestVisitor.of(site);
        var address = "cardea-attack-" + UUID.randomUUID() + "@example.com";
        for (var password : List.of("x".repeat(1_000_000), "\u0000", "%ED%A0%80", "%00%ff")) {
            send(trial, visitor, "/callback/password", Map.of("email", address, "password", password));
            // None is long enough, or all are too long: no mail is sent.
            if (site.form(AccountForms.SIGN_UP).isPresent()) {
                send(trial, visitor, AccountForms.SIGN_UP, Map.of("email", address, "password", password));
            }
        }
        send(trial, visitor, AccountForms.FORGOT, Map.of("email", "\u0000" + "@".repeat(100_000)));
        send(trial, visitor, AccountForms.FORGOT, Map.of("email", "%ED%A0%80"));
        var unknown = Map.of("do", "\u0000unknown", "id", "%ED%A0%80");
        for (var page : pages()) send(trial, visitor, page, unknown);
        var user = TestUser.signedIn(trial);
        if (user.isEmpty()) return;
        for (var page : POSTS.keySet()) send(trial, user.get(), page, unknown);
        user.get().signOut();
    }

    /** What is in percent escapes already stays, so that broken ones arrive. */
    private static void send(Trial trial, TestVisitor visitor, String route, Map<String, String> fields)
            throws IOException {
        Map<String, String> all = new LinkedHashMap<>(visitor.withToken(fields));
        var body = new StringBuilder();
        all.forEach((name, value) -> body.append(body.isEmpty() ? "" : "&")
                .append(name)
                .append('=')
                .append(value.startsWith("%") ? value : Form.encodeComponent(value)));
        var answer = visitor.send(Call.post(trial.site().route(route), FORM, body.toString()));
        if (answer.status() >= 500 || answer.status() == Answer.SILENT) trial.found(answer, answer.outcome());
        else if (answer.took().compareTo(SLOW) > 0) {
            trial.found(answer, "an answer after " + answer.took().toMillis() + " ms");
        }
    }
}
