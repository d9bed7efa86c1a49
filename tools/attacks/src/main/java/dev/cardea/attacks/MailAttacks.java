package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Sign-in links and codes that are repeated, changed, fetched in advance or used elsewhere, and mails to hostile addresses. */
final class MailAttacks {
    private static final int AT_ONCE = 32;
    private static final int MAILS = 100;
    private static final int TRIES = 5;
    private static final String VICTIM = "cardea-attack-victim@example.com";

    static final List<AttackCase> ALL = List.of(
            AttackCase.provider(
                    "A37",
                    "one sign-in link, redeemed 32 times at the same time",
                    "one session at most",
                    "Let the store delete a verification token and return it in one step, and let no cache keep callbacks.",
                    MailAttacks::atOnce),
            AttackCase.provider(
                    "A38",
                    "a sign-in link with another address or another token",
                    "no session",
                    "Let the store find a verification token by address and token together.",
                    MailAttacks::changed),
            AttackCase.provider(
                    "A39",
                    "HEAD and prefetch of a sign-in link",
                    "the link signs its user in afterwards",
                    "Pass method and Sec-Purpose of requests on, and let no proxy turn HEAD into GET.",
                    MailAttacks::fetchedInAdvance),
            AttackCase.provider(
                    "A40",
                    "200 hostile addresses for a sign-in email",
                    "status below 500, and one plain recipient at most for each",
                    "Leave normalizeIdentifier out, or return exactly one address in it.",
                    MailAttacks::hostileAddresses),
            AttackCase.provider(
                    "A55",
                    "a code by email and its link in another browser, and the right code after five wrong ones",
                    "no session",
                    "Let no cache or proxy store responses with Set-Cookie, and let none add cookies to requests.",
                    MailAttacks::elsewhere));

    /** It uses up the mails of the client, so it comes late. */
    static final List<AttackCase> LAST = List.of(AttackCase.account(
            "A41",
            "100 sign-in emails to one mailbox",
            "status 429 with Retry-After, before the last email",
            "Leave rateLimits on.",
            MailAttacks::flood));

    /** One address without spaces, signs of lists and headers, or characters that no mail program shows. */
    private static final Pattern PLAIN =
            Pattern.compile("[^\\s@,;:<>()\\[\\]\\\\\"\\p{C}\\p{Z}]+@[^\\s@,;:<>()\\[\\]\\\\\"\\p{C}\\p{Z}]+");

    /** What programs take for the end of an address or of a header. */
    private static final List<String> SEPARATORS = List.of(
            ",", ";", " ", "\t", "\r\n", "\n", "\r", "%0a", "%0d%0a", "\u0000", "\u2028", "\u0085", "\u000b", "|", "&",
            "<", ">", "(", ")", "\\", "\"", "@", ", ", "; ", "\u200b");

    private MailAttacks() {}

    private static void atOnce(Trial trial) throws IOException {
        try (var links = SignInLinks.to(trial, "cardea-attack-a37@example.com")) {
            var visitor = TestVisitor.of(trial.site());
            var call = links.redemption(visitor, links.request(visitor)).cookies(new LinkedHashMap<>(visitor.jar()));
            ParallelCalls.checkOneSession(trial, ParallelCalls.send(trial, call, AT_ONCE), "link");
        }
    }

    private static void changed(Trial trial) throws IOException {
        try (var links = SignInLinks.to(trial, "cardea-attack-a38@example.com")) {
            redeemed(trial, links, "email", VICTIM, "with another address");
            redeemed(trial, links, "email", links.address() + "," + VICTIM, "with two addresses");
            redeemed(trial, links, "token", "0".repeat(64), "with another token");
        } finally {
            DevelopmentPages.of(trial.site()).deleteUser(VICTIM);
        }
    }

    private static void redeemed(Trial trial, SignInLinks links, String parameter, String value, String how)
            throws IOException {
        var visitor = TestVisitor.of(trial.site());
        var target = links.request(visitor);
        Map<String, String> parameters = new LinkedHashMap<>(DevelopmentPages.parameters(target));
        parameters.put(parameter, value);
        var changed = target.split("\\?", 2)[0] + "?" + Form.encode(parameters);
        var answer = visitor.send(links.redemption(visitor, changed));
        if (!visitor.isSignedIn()) return;
        trial.found(answer, "a session for a link " + how);
        visitor.signOut();
    }

    private static void fetchedInAdvance(Trial trial) throws IOException {
        try (var links = SignInLinks.to(trial, "cardea-attack-a39@example.com")) {
            for (var header : List.of(
                    new Header("Sec-Purpose", "prefetch"),
                    new Header("Sec-Purpose", "prefetch;prerender"),
                    new Header("Purpose", "prefetch"),
                    new Header("X-Moz", "prefetch"))) {
                var how = "a prefetch (" + header.name() + ": " + header.value() + ")";
                fetched(trial, links, how, target -> Call.get(target).header(header.name(), header.value()));
            }
            fetched(trial, links, "a HEAD", target -> new Call("HEAD", target, List.of(), new byte[0]));
        }
    }

    private interface Fetch {
        Call of(String target);
    }

    private static void fetched(Trial trial, SignInLinks links, String how, Fetch fetch) throws IOException {
        var visitor = TestVisitor.of(trial.site());
        var target = links.request(visitor);
        // The cookies of the answer are not kept: what was fetched is never shown.
        var answer = trial.send(fetch.of(target).cookies(new LinkedHashMap<>(visitor.jar())));
        visitor.send(links.redemption(visitor, target));
        if (visitor.isSignedIn()) visitor.signOut();
        else trial.found(answer, "the link no longer signs in after " + how);
    }

    private static void elsewhere(Trial trial) throws IOException {
        try (var links = SignInLinks.to(trial, "cardea-attack-a55@example.com")) {
            var visitor = TestVisitor.of(trial.site());
            var target = links.requestCode(visitor);
            var route = target.split("\\?", 2)[0];
            var fields = DevelopmentPages.parameters(target);
            var other = TestVisitor.of(trial.site());
            var opened = other.send(Call.get(target));
            if (other.isSignedIn()) trial.found(opened, "a session for the link in another browser");
            var posted = TestVisitor.of(trial.site());
            var entered = posted.send(posted.form(route, fields));
            if (posted.isSignedIn()) trial.found(entered, "a session for the code in another browser");
            var code = String.valueOf(fields.get("token"));
            var wrong = (code.startsWith("0") ? "1" : "0") + code.substring(1);
            for (int i = 0; i < TRIES; i++) visitor.send(visitor.form(route, Map.of("token", wrong)));
            var last = visitor.send(visitor.form(route, Map.of("token", code)));
            if (visitor.isSignedIn()) trial.found(last, "a session for the right code after five wrong ones");
        }
    }

    private static void hostileAddresses(Trial trial) throws IOException {
        var site = trial.site();
        var provider = SignInLinks.provider(site);
        var pages = DevelopmentPages.of(site);
        long before = SignInLinks.newest(pages);
        var visitor = TestVisitor.of(site);
        Map<String, Answer> answers = new LinkedHashMap<>();
        for (var address : trial.sample(hostile())) {
            var answer = visitor.send(SignInLinks.post(site, visitor, provider, address));
            if (answer.status() == 429) throw Trial.notRun("too many attempts were counted before; wait some minutes");
            if (answer.status() >= 500 || answer.status() == Answer.SILENT) trial.found(answer, answer.outcome());
            answers.put(address, answer);
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (var mail : pages.mails()) {
            if (mail.id() <= before) continue;
            var local = mail.to().replaceAll("[^0-9]*(\\d+).*", "$1");
            var answer = answers.entrySet().stream()
                    .filter(each -> each.getKey().contains("cardea-attack-" + local + "@"))
                    .map(Map.Entry::getValue)
                    .findFirst();
            if (answer.isEmpty()) continue;
            if (!PLAIN.matcher(mail.to()).matches()) {
                trial.found(answer.get(), "a mail to " + mail.to());
            } else if (counts.merge(local, 1, Integer::sum) > 1) {
                trial.found(answer.get(), "two mails for one address");
            }
        }
    }

    /** Each has a number, by which a mail is assigned to it. */
    private static List<String> hostile() {
        List<String> all = new ArrayList<>();
        for (var separator : SEPARATORS) {
            for (int shape = 0; shape < 8; shape++) {
                int number = 1_000 + all.size();
                var own = "cardea-attack-" + number + "@example.com";
                var other = "other-" + number + "@example.com";
                all.add(
                        switch (shape) {
                            case 0 -> own + separator + other;
                            case 1 -> other + separator + own;
                            case 2 -> own + separator + "Bcc: " + other;
                            case 3 -> own + separator + "To:" + other;
                            case 4 -> "\"" + own + separator + "\"" + other;
                            case 5 -> "Name" + separator + "<" + own + ">" + separator + other;
                            case 6 -> own + separator;
                            default -> separator + own;
                        });
            }
        }
        return all;
    }

    private static void flood(Trial trial) throws IOException {
        var site = trial.site();
        var provider = SignInLinks.provider(site);
        var visitor = TestVisitor.of(site);
        DevelopmentPages.requireLimits(visitor.send(Call.get(site.route("/session"))));
        var mailbox = site.login()
                .map(UsernamePassword::name)
                .filter(name -> name.contains("@"))
                .orElseThrow(() -> Trial.notRun("no test user with an address was given, whose mailbox may get mails"));
        var last = visitor.send(SignInLinks.post(site, visitor, provider, mailbox));
        for (int i = 1; i < MAILS && last.status() != 429; i++) {
            last = visitor.send(SignInLinks.post(site, visitor, provider, mailbox));
        }
        if (last.status() != 429) trial.found(last, MAILS + " mails to one mailbox were requested");
        else if (last.header("retry-after").isEmpty()) trial.found(last, "status 429 without Retry-After");
    }
}
