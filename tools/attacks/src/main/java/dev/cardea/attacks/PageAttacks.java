package dev.cardea.attacks;

import dev.cardea.http.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What answers give away, or let other pages do: cookies in caches, scripts in pages, frames around them. */
final class PageAttacks {
    /** Unescaped, the value ends an attribute and begins a script. */
    private static final String SCRIPT = "zq7\"'><script>zq7()</script>";

    private static final Pattern REFLECTED = Pattern.compile("zq7\"|<script>zq7|[\"']\\s*javascript:zq7");

    static final List<AttackCase> ALL = List.of(
            AttackCase.anonymous(
                    "A17",
                    "a response with cookies from a shared cache",
                    "a shared cache stores no response with Set-Cookie",
                    "Don't let a proxy, framework or cache replace the Cache-Control of Cardea's responses.",
                    PageAttacks::cachedCookies),
            AttackCase.anonymous(
                    "A18",
                    "a script in the parameters and paths of pages",
                    "not reflected, or escaped",
                    "Escape what your own pages show of error, code and callbackUrl.",
                    PageAttacks::reflected),
            AttackCase.anonymous(
                    "A19",
                    "cookies that scripts, other sites or plain http get",
                    "each cookie has HttpOnly and SameSite, and with https Secure and a prefix",
                    "Leave the cookies' options as they are, and let no proxy rewrite Set-Cookie.",
                    PageAttacks::weakCookies),
            AttackCase.anonymous(
                    "A51",
                    "a frame, an inline script, a guessed type or a referrer around the pages",
                    "prevented by Content-Security-Policy, X-Content-Type-Options and Referrer-Policy",
                    "Let no proxy remove or replace the headers of Cardea's pages.",
                    PageAttacks::unsafeHeaders),
            AttackCase.anonymous(
                    "A53",
                    "a page of another site that reads the session, the CSRF token or a protected page (CORS)",
                    "no response allows another origin together with cookies",
                    "Let no proxy and no CORS filter reflect Origin with Access-Control-Allow-Credentials; list single-page"
                            + " applications in allowedOrigins.",
                    PageAttacks::readByOtherOrigins));

    private PageAttacks() {}

    private static void cachedCookies(Trial trial) throws IOException {
        boolean any = false;
        for (var answer : withCookies(trial)) {
            if (answer.all("set-cookie").isEmpty()) continue;
            any = true;
            if (Caching.isShared(answer)) {
                trial.found(
                        answer,
                        "Set-Cookie with Cache-Control: "
                                + answer.header("cache-control").orElse("(none)"));
            }
        }
        if (!any) throw Trial.notRun("no route set a cookie");
    }

    /** Returns the answers of routes that set cookies, or clear them. */
    private static List<Answer> withCookies(Trial trial) throws IOException {
        var site = trial.site();
        List<Answer> answers = new ArrayList<>();
        for (var route : List.of("/csrf", "/signin", "/signout")) answers.add(trial.send(Call.get(site.route(route))));
        answers.add(trial.send(site.sessionCall("cardea-attack")));
        for (var action : Action.of(site)) {
            answers.add(action.visitor(site).post(action.target(), action.fields()));
        }
        return answers;
    }

    private static void reflected(Trial trial) throws IOException {
        var site = trial.site();
        var script = Form.encodeComponent(SCRIPT);
        var address = Form.encodeComponent("javascript:zq7()");
        for (var path : List.of(
                "/error?error=" + script,
                "/signin?error=" + script + "&code=" + script + "&callbackUrl=" + script,
                "/signin?callbackUrl=" + address,
                "/signout?callbackUrl=" + address,
                "/signin/" + script,
                "/callback/" + script + "?code=" + script + "&state=" + script + "&error=" + script,
                "/verify-request?provider=" + script + "&type=" + script,
                "/" + script)) {
            var answer = trial.send(Call.get(site.route(path)));
            if (answer.isHtml() && REFLECTED.matcher(answer.text()).find()) {
                trial.found(answer, "the page contains the value without escapes");
            }
        }
    }

    private static void weakCookies(Trial trial) throws IOException {
        var site = trial.site();
        var own = List.of(site.csrfCookie(), site.sessionCookie(), site.callbackCookie());
        boolean any = false;
        for (var answer : withCookies(trial)) {
            for (var cookie : answer.cookies()) {
                boolean isCheck = cookie.name().matches(".*\\.(state|nonce|pkce\\.code_verifier|challenge).*");
                if (!isCheck && !own.contains(cookie.name())) continue;
                any = true;
                weakness(site, cookie).ifPresent(weakness -> trial.found(answer, cookie.name() + " " + weakness));
            }
        }
        if (!any) throw Trial.notRun("no route set a cookie");
    }

    private static Optional<String> weakness(TargetSite site, SetCookie cookie) {
        if (!cookie.has("httponly")) return Optional.of("has no HttpOnly");
        var sameSite = cookie.attribute("samesite").orElse("");
        boolean isFormPost = sameSite.equals("none") && cookie.has("secure");
        if (!sameSite.equals("lax") && !sameSite.equals("strict") && !isFormPost) return Optional.of("has no SameSite");
        if (!site.isHttps()) return Optional.empty();
        if (!cookie.has("secure")) return Optional.of("has no Secure");
        if (!cookie.name().startsWith("__Secure-") && !cookie.name().startsWith("__Host-")) {
            return Optional.of("has no prefix");
        }
        boolean isHostCookie = cookie.name().startsWith("__Host-");
        boolean isBound = cookie.has("path=/") && cookie.attribute("domain").isEmpty();
        return isHostCookie && !isBound ? Optional.of("breaks the rules of its prefix") : Optional.empty();
    }

    private static void readByOtherOrigins(Trial trial) throws IOException {
        var site = trial.site();
        List<String> paths = new ArrayList<>(site.protectedPaths());
        for (var route : List.of("/session", "/csrf", "/signout")) paths.add(site.route(route));
        for (var origin : otherOrigins(site)) {
            for (var path : paths) {
                readBy(trial, origin, Call.get(path));
                var preflight = new Call("OPTIONS", path, List.of(), new byte[0])
                        .header("Access-Control-Request-Method", "POST")
                        .header("Access-Control-Request-Headers", "content-type");
                readBy(trial, origin, preflight);
            }
        }
    }

    private static void readBy(Trial trial, String origin, Call call) throws IOException {
        var answer = trial.send(call.header("Origin", origin).header("Sec-Fetch-Site", "cross-site"));
        boolean isAllowed = answer.header("access-control-allow-origin")
                .filter(origin::equals)
                .isPresent();
        boolean hasCookies = answer.header("access-control-allow-credentials")
                .filter("true"::equals)
                .isPresent();
        if (isAllowed && hasCookies)
            trial.found(answer, "pages of " + origin + " may read it with the visitor's cookies");
    }

    /** Returns origins that checks by prefix, by suffix and without the scheme take for the site's own, and others. */
    private static List<String> otherOrigins(TargetSite site) {
        var host = site.origin().replaceFirst("^https?://", "");
        var name = host.replaceFirst(":\\d+$", "");
        List<String> all = new ArrayList<>(List.of(
                "https://" + CsrfAttacks.EVIL,
                "null",
                "https://" + name + "." + CsrfAttacks.EVIL,
                "https://evil" + host));
        if (site.isHttps()) all.add("http://" + host);
        return all;
    }

    private static void unsafeHeaders(Trial trial) throws IOException {
        boolean any = false;
        for (var route : List.of("/signin", "/signout", "/error", "/verify-request")) {
            var answer = trial.send(Call.get(trial.site().route(route)));
            if (!answer.isHtml() || answer.status() / 100 == 3 || answer.body().length == 0) continue;
            any = true;
            missing(answer).forEach((name, why) -> trial.found(answer, name + ": " + why));
        }
        if (!any) throw Trial.noTarget("the application replaces all of them by its pages");
    }

    private static Map<String, String> missing(Answer answer) {
        Map<String, String> all = new LinkedHashMap<>();
        var policy = answer.joined("content-security-policy");
        boolean isFramed = !policy.matches(".*frame-ancestors '(none|self)'.*")
                && !answer.joined("x-frame-options").matches("deny|sameorigin");
        if (isFramed) all.put("Content-Security-Policy", "other sites may show the page in a frame");
        var scripts = scripts(policy);
        boolean isInline = scripts.contains("'unsafe-inline'") && !scripts.matches(".*'(nonce|sha\\d+)-.*");
        if (scripts.isEmpty() || isInline) all.put("Content-Security-Policy for scripts", "inline scripts run");
        if (!answer.joined("x-content-type-options").equals("nosniff")) {
            all.put("X-Content-Type-Options", "browsers may guess another type");
        }
        if (!answer.joined("referrer-policy").matches(".*(no-referrer|same-origin|origin|strict-origin)")) {
            all.put("Referrer-Policy", "other sites get the address, with what is in it");
        }
        return all;
    }

    /** Returns the directive that holds for scripts; empty if it is absent. */
    private static String scripts(String policy) {
        for (var name : List.of("script-src ", "default-src ")) {
            for (var directive : policy.split("[;,]")) {
                if (directive.trim().startsWith(name)) return directive.trim();
            }
        }
        return "";
    }
}
