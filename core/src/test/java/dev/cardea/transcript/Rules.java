package dev.cardea.transcript;

import dev.cardea.cookie.Hashes;
import dev.cardea.http.CookieHeader;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** The differences that hold everywhere, each as what it makes of a recorded answer. docs/differences.md explains them. */
final class Rules {
    /** One decided difference. */
    record Rule(String sentence, BiFunction<Transcript, Outcome, Outcome> rewrite) {}

    private static final Set<String> ADDED = Set.of(
            "content-security-policy",
            "x-content-type-options",
            "x-frame-options",
            "referrer-policy",
            "cross-origin-opener-policy",
            "permissions-policy",
            "cardea-error-id");

    static final List<Rule> ALL = List.of(
            new Rule("no answer is for a cache", Rules::uncached),
            new Rule("pages say that they are UTF-8", Rules::charset),
            new Rule("an error is logged once", Rules::loggedOnce),
            new Rule("a failing post gets the token for the next one", Rules::freshToken),
            new Rule("a sign-in that failed leaves no check cookies behind", Rules::checksCleared),
            new Rule("plain OAuth is not asked for OpenID scopes", Rules::noOpenIdScope),
            new Rule("a nonce is sent too where PKCE is not announced", Rules::nonceToo),
            new Rule("the row is written before the mail leaves", Rules::rowBeforeMail),
            new Rule("an address that cannot be used is told on the sign-in page", Rules::emailSignIn),
            new Rule("callbacks see the id of the user who was created", Rules::createdUserId),
            new Rule("own pages are addressed absolutely", Rules::absolutePages),
            new Rule("a finished sign-in gets a row of its own", Rules::ownRow),
            new Rule("linking creates no user", Rules::linkingCreatesNobody),
            new Rule("a user whose account could not be linked is removed", Rules::undone),
            new Rule("what is stored of an account is chosen when it is proven", Rules::chosenEarly));

    private Rules() {}

    static Outcome rewrite(Transcript transcript, Outcome expected) {
        var outcome = expected;
        for (var rule : ALL) outcome = rule.rewrite().apply(transcript, outcome);
        return outcome;
    }

    /** The rules that change this case. */
    static Set<String> applied(Transcript transcript, Outcome expected) {
        var applied = new LinkedHashSet<String>();
        var outcome = expected;
        for (var rule : ALL) {
            var next = rule.rewrite().apply(transcript, outcome);
            if (!next.equals(outcome)) applied.add(rule.sentence());
            outcome = next;
        }
        return applied;
    }

    /** Without what we send beyond the reference; other tests say that it is there. */
    static Outcome simplify(Outcome actual) {
        var outcome = actual;
        for (var name : ADDED) outcome = outcome.header(name, null);
        return outcome.cookies(outcome.cookies().stream()
                        .filter(cookie -> !cookie.startsWith("cardea.error-id="))
                        .toList())
                .calls(outcome.calls().stream()
                        .filter(call -> !call.equals("logger.warn weak-secret"))
                        .toList());
    }

    private static Outcome uncached(Transcript transcript, Outcome expected) {
        if (transcript.isRaw()) return expected;
        return expected.header("cache-control", "private, no-cache, no-store")
                .header("expires", "0")
                .header("pragma", "no-cache");
    }

    private static Outcome charset(Transcript transcript, Outcome expected) {
        if (!"text/html".equals(expected.headers().get("content-type"))) return expected;
        return expected.header("content-type", "text/html; charset=utf-8");
    }

    private static Outcome loggedOnce(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int adapter = calls.indexOf("logger.error AdapterError");
        if (adapter < 0 || calls.lastIndexOf("logger.error AdapterError") == adapter) {
            boolean again = calls.stream()
                    .anyMatch(c -> c.equals("logger.error SessionTokenError") || c.equals("logger.error SignOutError"));
            if (!again || adapter < 0) return expected;
        }
        calls.remove(adapter);
        return expected.calls(calls);
    }

    /** Whether the browser had a token that counts. */
    private static boolean hasToken(Transcript transcript) {
        var cookie = cookies(transcript).entrySet().stream()
                .filter(c -> c.getKey().equals((isSecure(transcript) ? "__Host-" : "") + "authjs.csrf-token"))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
        var parts = cookie.split("\\|", -1);
        return parts.length >= 2 && parts[1].equals(Hashes.sha256Hex(parts[0] + secret(transcript)));
    }

    private static String secret(Transcript transcript) {
        var secret = transcript.config().value("secret");
        if (secret instanceof List<?> list)
            return String.join(",", list.stream().map(String.class::cast).toList());
        return secret instanceof String text ? text : "secret";
    }

    private static Map<String, String> cookies(Transcript transcript) {
        return transcript
                .request()
                .get(Claim.object("headers"))
                .map(headers -> headers.text("cookie"))
                .map(CookieHeader::parse)
                .orElse(Map.of());
    }

    private static boolean isSecure(Transcript transcript) {
        return transcript.request().text("url").startsWith("https:");
    }

    private static boolean isPost(Transcript transcript) {
        return "POST".equals(transcript.request().text("method"));
    }

    private static boolean failed(Outcome outcome) {
        var where = outcome.location() + outcome.body();
        return where.contains("error=") && !where.contains("/authorize")
                || outcome.status().equals("400") && outcome.body().equals("null");
    }

    private static Outcome freshToken(Transcript transcript, Outcome expected) {
        boolean skipped = Boolean.TRUE.equals(transcript.config().value("skipCSRFCheck"));
        boolean noProvider = expected.calls().contains("logger.error Error")
                && expected.calls().size() == 1;
        if (!isPost(transcript) || !failed(expected) || skipped || noProvider || hasToken(transcript)) return expected;
        if (transcript.isRaw()) return expected;
        boolean secure = isSecure(transcript);
        var fresh = new ArrayList<String>();
        fresh.add((secure ? "__Host-" : "") + "authjs.csrf-token=<random 0>|<random 1>; Path=/; HttpOnly;"
                + (secure ? " Secure;" : "") + " SameSite=Lax");
        fresh.addAll(expected.cookies());
        return expected.cookies(fresh);
    }

    private static Outcome checksCleared(Transcript transcript, Outcome expected) {
        boolean callback = transcript.request().text("url").contains("/callback/");
        if (!callback || !failed(expected) || transcript.isRaw()) return expected;
        if (!isOAuth(transcript)) return expected;
        var all = new ArrayList<>(expected.cookies());
        for (var check : List.of("authjs.state", "authjs.pkce.code_verifier", "authjs.nonce")) {
            for (var name : cookies(transcript).keySet()) {
                if (!name.equals(check) && !name.equals("__Secure-" + check)) continue;
                all.add(name + "=; Max-Age=0; Path=/; HttpOnly;" + (name.startsWith("__") ? " Secure;" : "")
                        + " SameSite=Lax");
            }
        }
        return expected.cookies(all);
    }

    private static boolean isOAuth(Transcript transcript) {
        var path = transcript.request().text("url").replaceAll("\\?.*", "");
        var id = path.substring(path.lastIndexOf('/') + 1);
        return transcript.config().get(Claim.list("providers")).orElse(List.of()).stream()
                .map(p -> Claims.of((Map<?, ?>) p))
                .anyMatch(p -> id.equals(p.text("id"))
                        && String.valueOf(p.text("type")).startsWith("o"));
    }

    private static Outcome noOpenIdScope(Transcript transcript, Outcome expected) {
        boolean oidc = transcript.config().toJson().contains("\"type\":\"oidc\"");
        if (oidc || !expected.location().contains("scope=openid+profile+email")) return expected;
        return expected.header("location", withoutScope(expected.location())).body(withoutScope(expected.body()));
    }

    private static String withoutScope(String text) {
        return text.replace("?scope=openid+profile+email&", "?").replace("&scope=openid+profile+email", "");
    }

    private static Outcome nonceToo(Transcript transcript, Outcome expected) {
        boolean announced = transcript.json().toJson().contains("[\\\"S256\\\"");
        boolean discovered = transcript.json().toJson().contains("/.well-known/openid-configuration");
        boolean pkce = expected.location().contains("code_challenge_method=S256");
        if (announced || !discovered || !pkce || expected.location().contains("&nonce=")) return expected;
        var at = "code_challenge_method=S256";
        var cookies = new ArrayList<>(expected.cookies());
        var last = cookies.get(cookies.size() - 1);
        cookies.add(
                "authjs.nonce=<jwe authjs.nonce " + last.substring(last.indexOf('{'), last.indexOf("\"value\":"))
                        + "\"value\":\"<random nonce>\"}>; Path=/; Expires=Thu, 01 Jan 2026 00:15:00 GMT; HttpOnly; SameSite=Lax");
        return expected.header("location", expected.location().replace(at, at + "&nonce=<random nonce>"))
                .cookies(cookies);
    }

    private static Outcome rowBeforeMail(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int mail = indexOf(calls, "provider.sendVerificationRequest");
        int row = indexOf(calls, "adapter.createVerificationToken");
        if (mail < 0 || row < mail) return expected;
        var moved = calls.remove(row);
        calls.add(mail, moved);
        return expected.calls(calls);
    }

    private static Outcome emailSignIn(Transcript transcript, Outcome expected) {
        boolean start = isPost(transcript) && transcript.request().text("url").contains("/signin/");
        if (!start || !transcript.config().toJson().contains("\"type\":\"email\"")) return expected;
        if (!expected.calls().contains("logger.error Error")) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(call -> call.equals("logger.error Error") ? "logger.error EmailSignin" : call);
        return expected.calls(calls)
                .header("location", toSignIn(expected.headers().get("location")))
                .body(toSignIn(expected.body()));
    }

    private static String toSignIn(String text) {
        return text == null ? null : text.replace("/error?error=Configuration", "/signin?error=EmailSignin");
    }

    private static Outcome createdUserId(Transcript transcript, Outcome expected) {
        int created = indexOf(expected.calls(), "event.createUser");
        if (created < 0
                || !expected.calls()
                        .get(indexOf(expected.calls(), "callback.signIn"))
                        .contains("\"type\":\"email\"")) {
            return expected;
        }
        var id = Pattern.compile("\"id\":(\"[^\"]*\")").matcher(expected.calls().get(created));
        if (!id.find()) return expected;
        var calls = new ArrayList<String>();
        for (int i = 0; i < expected.calls().size(); i++) {
            var call = expected.calls().get(i);
            calls.add(
                    i < created ? call : call.replaceAll("\"userId\":\"<random \\d+>\"", "\"userId\":" + id.group(1)));
        }
        return expected.calls(calls);
    }

    private static Outcome absolutePages(Transcript transcript, Outcome expected) {
        var location = expected.headers().get("location");
        if (location == null || !location.startsWith("/")) return expected;
        var url = transcript.request().text("url");
        var origin = url.substring(0, url.indexOf('/', 8));
        return expected.header("location", origin + location)
                .body(expected.body().replace("{\"url\":\"/", "{\"url\":\"" + origin + "/"));
    }

    /** The presented row goes, a new one comes, and the cookie names it. */
    private static Outcome ownRow(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int signIn = indexOf(calls, "event.signIn");
        int read = indexOf(calls, "adapter.getSessionAndUser");
        if (signIn < 0 || read < 0 || expired(transcript)) return expected;
        var token = calls.get(read).substring("adapter.getSessionAndUser".length());
        if (!found(transcript)) return expected;
        var deletion = "adapter.deleteSession" + token;
        int creation = indexOf(calls, "adapter.createSession");
        if (creation >= 0) {
            if (calls.contains(deletion)) return expected;
            calls.add(
                    indexOf(calls, "adapter.updateUser") > 0 ? indexOf(calls, "adapter.updateUser") : creation,
                    deletion);
            return expected.calls(calls);
        }
        calls.add(
                signIn,
                "adapter.createSession[{\"expires\":\"" + MONTH_LATER
                        + "\",\"sessionToken\":\"<random own>\",\"userId\":" + userId(transcript) + "}]");
        calls.add(signIn, deletion);
        var cookies = new ArrayList<>(expected.cookies());
        cookies.replaceAll(c -> c.startsWith("authjs.session-token=")
                ? "authjs.session-token=<random own>; Path=/; Expires=Sat, 31 Jan 2026 00:00:00 GMT; HttpOnly; SameSite=Lax"
                : c);
        return expected.calls(calls).cookies(cookies);
    }

    private static final String MONTH_LATER = "2026-01-31T00:00:00.000Z";

    private static Claims sessionRead(Transcript transcript) {
        return transcript.objects("calls").stream()
                .filter(c -> "adapter.getSessionAndUser".equals(c.text("name")))
                .findFirst()
                .flatMap(c -> c.get(Claim.object("returned")))
                .orElse(Claims.NONE);
    }

    private static boolean found(Transcript transcript) {
        return sessionRead(transcript).has("session");
    }

    private static boolean expired(Transcript transcript) {
        var session = sessionRead(transcript).get(Claim.object("session")).orElse(Claims.NONE);
        var expires = Wire.plain(session.value("expires"));
        return expires instanceof Instant at && at.isBefore(transcript.now());
    }

    private static String userId(Transcript transcript) {
        return Wire.print(sessionRead(transcript)
                .get(Claim.object("user"))
                .orElse(Claims.NONE)
                .value("id"));
    }

    private static Outcome linkingCreatesNobody(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int told = indexOf(calls, "event.createUser");
        if (told < 0 || indexOf(calls, "adapter.createUser") >= 0) return expected;
        calls.remove(told);
        return expected.calls(calls);
    }

    private static Outcome undone(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int link = indexOf(calls, "adapter.linkAccount");
        int created = indexOf(calls, "event.createUser");
        if (link < 0
                || created < 0
                || !calls.contains("logger.error AdapterError")
                || indexOf(calls, "event.linkAccount") >= 0) {
            return expected;
        }
        var id = Pattern.compile("\"id\":(\"[^\"]*\")").matcher(calls.get(created));
        if (!id.find()) return expected;
        calls.add(link + 1, "adapter.deleteUser[" + id.group(1) + "]");
        return expected.calls(calls);
    }

    private static Outcome chosenEarly(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int chosen = indexOf(calls, "provider.account");
        int first = indexOf(calls, "adapter.getUserByAccount");
        if (chosen < 0 || first < 0 || chosen < first) return expected;
        var moved = calls.remove(chosen);
        calls.add(first, moved);
        return expected.calls(calls);
    }

    private static int indexOf(List<String> calls, String name) {
        for (int i = 0; i < calls.size(); i++) if (calls.get(i).startsWith(name + "[")) return i;
        return -1;
    }
}
