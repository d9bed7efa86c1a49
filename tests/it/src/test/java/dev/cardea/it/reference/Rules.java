package dev.cardea.it.reference;

import dev.cardea.http.Form;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * The decided differences, each as what it makes of the request that the reference gets, or of its answer. The names are
 * those of docs/differences.md.
 */
final class Rules {
    private static final Set<String> ADDED = Set.of(
            "content-security-policy",
            "x-content-type-options",
            "x-frame-options",
            "referrer-policy",
            "cross-origin-opener-policy",
            "permissions-policy",
            "strict-transport-security",
            "cardea-error-id");

    private static final Set<String> OURS_ALONE = Set.of(
            "client_id",
            "redirect_uri",
            "response_type",
            "response_mode",
            "state",
            "nonce",
            "code_challenge",
            "code_challenge_method");

    private static final Pattern ADDRESS = Pattern.compile("/.*|(?i:https?)://[A-Za-z0-9.\\-]+(:\\d+)?([/?#].*)?");

    /** One decided difference. */
    record Rule(String sentence, BiFunction<ReferenceSite, Ask, Ask> ask, Rewrite answer) {}

    interface Rewrite {
        Answer of(ReferenceSite twin, Ask ask, Answer answer);
    }

    static final List<Rule> ALL = List.of(
            ask("an invalid callback URL counts as absent", Rules::noAddress),
            ask("an address is percent-encoded where it is written", Rules::encoded),
            ask("an empty callback URL in the body hides none in the query", Rules::emptyCallbackUrl),
            ask("the base path ends at a slash", Rules::basePath),
            ask("media types compare without case", Rules::mediaType),
            ask("a browser cannot choose client, addresses, state or challenge", Rules::protectedParameters),
            ask("a hash made before a secret was rotated still counts", Rules::olderHash),
            ask("a post of another site has no token that counts", Rules::foreignPost),
            ask("only the cookie's own name and its numbered chunks count", Rules::foreignChunk),
            ask("an address with white space or brackets is none", Rules::mailAddress),
            ask("a link without its address is an invalid link", Rules::linkWithoutAddress),
            ask("a query cannot overwrite what a page says", Rules::pageQuery),
            ask("an unknown code is shown as an error without a name", Rules::unknownError),
            answer("what is passed on is passed on as it came", Rules::passedOn),
            answer("no answer is for a cache", Rules::uncached),
            answer("pages say that they are UTF-8", Rules::charset),
            answer("own pages are addressed absolutely", Rules::absolute),
            answer("no error is sent as no error", Rules::noError),
            answer("the error is encoded", Rules::encodedError),
            answer("a post without a way to sign in goes to the own page at once", Rules::ownSignIn),
            answer("a link without its token is an invalid link", Rules::noToken),
            answer("an invalid email address is reported on the sign-in page", Rules::emailSignIn),
            answer("an answer without the check cookies of this browser is rejected first", Rules::checksFirst),
            answer("a failing post gets the token for the next one", Rules::freshToken),
            answer("a sign-in that failed leaves no check cookies behind", Rules::checksCleared),
            answer("a page goes where the visitor may go", Rules::pageCallbackUrl),
            answer("the error page leads to the sign-in page", Rules::errorPageLink));

    private final Map<String, Integer> applied = new LinkedHashMap<>();

    private static Rule answer(String sentence, Rewrite rewrite) {
        return new Rule(sentence, (twin, ask) -> ask, rewrite);
    }

    private static Rule ask(String sentence, BiFunction<ReferenceSite, Ask, Ask> change) {
        return new Rule(sentence, change, (twin, ask, answer) -> answer);
    }

    /** What the reference is asked. */
    Ask ask(ReferenceSite twin, Ask ask) {
        var asked = ask;
        for (var rule : ALL) {
            var next = rule.ask.apply(twin, asked);
            if (!next.equals(asked)) applied.merge(rule.sentence, 1, Integer::sum);
            asked = next;
        }
        return asked;
    }

    /** What is expected where the reference answered this. */
    Answer expected(ReferenceSite twin, Ask ask, Answer answer) {
        var expected = answer;
        for (var rule : ALL) {
            var next = rule.answer.of(twin, ask, expected);
            if (!next.equals(expected)) applied.merge(rule.sentence, 1, Integer::sum);
            expected = next;
        }
        return expected;
    }

    /** How often each rule changed something. */
    Map<String, Integer> applied() {
        return applied;
    }

    /** Without what we send beyond the reference; other tests say that it is there. */
    static Answer simplify(Answer actual) {
        var answer = actual;
        for (var name : ADDED) answer = answer.header(name, null);
        return answer.withoutCookie("cardea.error-id");
    }

    // --- what the reference is asked instead ---

    private static boolean isAddress(String text) {
        return text.chars().noneMatch(c -> c <= 0x20 || c == '\\' || c == 0x7f)
                && ADDRESS.matcher(text).matches();
    }

    private static boolean isBad(Object value) {
        return value instanceof String text && !text.isEmpty() && !isAddress(text);
    }

    private static Ask noAddress(ReferenceSite twin, Ask ask) {
        var changed = ask;
        if (isBad(ask.fields().get("callbackUrl"))) changed = changed.field("callbackUrl", twin.origin());
        if (isBad(ask.query().get("callbackUrl"))) changed = changed.query("callbackUrl", twin.origin());
        var cookie = twin.secure() + "authjs.callback-url";
        return isBad(ask.cookies().get(cookie)) ? changed.cookie(cookie, null) : changed;
    }

    private static Ask encoded(ReferenceSite twin, Ask ask) {
        var changed = ask;
        var cookie = twin.secure() + "authjs.callback-url";
        if ("/ž".equals(ask.fields().get("callbackUrl"))) changed = changed.field("callbackUrl", "/%C5%BE");
        if ("/ž".equals(ask.query().get("callbackUrl"))) changed = changed.query("callbackUrl", "/%C5%BE");
        return "/ž".equals(ask.cookies().get(cookie)) ? changed.cookie(cookie, "/%C5%BE") : changed;
    }

    /** Where an address was taken out of the reference's query, its answer gets it back. */
    private static Answer passedOn(ReferenceSite twin, Ask ask, Answer answer) {
        var given = ask.query().get("callbackUrl");
        if (!isBad(given)) return answer;
        var ours = "callbackUrl=" + Form.encode(given);
        var theirs = "callbackUrl=" + Form.encode(twin.origin());
        boolean forwarded =
                answer.target().contains("/authorize?") || answer.target().contains("/sent?");
        if (forwarded) return answer.target(target -> target.replace(theirs, ours));
        boolean signOut = answer.body().startsWith("{\"title\":\"Sign Out\"");
        return signOut ? answer.body(answer.body().replace(theirs, ours)) : answer;
    }

    private static Ask emptyCallbackUrl(ReferenceSite twin, Ask ask) {
        return "".equals(ask.fields().get("callbackUrl")) && ask.query().containsKey("callbackUrl")
                ? ask.field("callbackUrl", null)
                : ask;
    }

    private static Ask basePath(ReferenceSite twin, Ask ask) {
        boolean joined = ask.path().startsWith(twin.basePath())
                && !ask.path().equals(twin.basePath())
                && !ask.path().startsWith(twin.basePath() + "/");
        return joined ? ask.path("/nowhere") : ask;
    }

    private static Ask mediaType(ReferenceSite twin, Ask ask) {
        var lower = ask.type().toLowerCase(Locale.ROOT);
        return ask.body() == null || lower.equals(ask.type()) ? ask : ask.body(lower, ask.body());
    }

    private static Ask protectedParameters(ReferenceSite twin, Ask ask) {
        var changed = ask;
        if (!ask.isPost() || !ask.path().contains("/signin/")) return ask;
        for (var name : ask.query().keySet()) if (OURS_ALONE.contains(name)) changed = changed.query(name, null);
        return changed;
    }

    private static Ask olderHash(ReferenceSite twin, Ask ask) {
        var cookie = ask.cookies().get(twin.csrfCookie());
        if (cookie == null || hasToken(twin, ask, true) == hasToken(twin, ask, false)) return ask;
        var token = cookie.substring(0, cookie.indexOf('|'));
        return ask.cookie(
                twin.csrfCookie(),
                token + "|" + Hashes.sha256Hex(token + twin.secrets().joined()));
    }

    private static Ask foreignPost(ReferenceSite twin, Ask ask) {
        var origin = ask.headers().get("Origin");
        boolean foreign = ask.isPost() && origin != null && !origin.equals(twin.origin());
        return foreign && ask.fields().containsKey("csrfToken") ? ask.field("csrfToken", null) : ask;
    }

    /** Whether the browser brought a token that counts; with what counts for the reference, or for us. */
    private static boolean hasToken(ReferenceSite twin, Ask ask, boolean forUs) {
        var parts = ask.cookies().getOrDefault(twin.csrfCookie(), "").split("\\|", -1);
        if (parts.length < 2) return false;
        var suffixes =
                forUs ? twin.secrets().hashSuffixes() : List.of(twin.secrets().joined());
        return suffixes.stream().anyMatch(suffix -> parts[1].equals(Hashes.sha256Hex(parts[0] + suffix)));
    }

    private static Ask foreignChunk(ReferenceSite twin, Ask ask) {
        var foreign = twin.secure() + "authjs.session-tokenx";
        return ask.cookies().containsKey(foreign) ? ask.cookie(foreign, null) : ask;
    }

    private static Ask mailAddress(ReferenceSite twin, Ask ask) {
        boolean odd = ask.fields().get("email") instanceof String address
                && address.strip().matches(".*[\\s<>].*")
                && address.contains("@");
        return odd && ask.path().endsWith("/signin/email") ? ask.field("email", "no address") : ask;
    }

    /** The reference redeems such a link by its token alone; here it is as good as one for another address. */
    private static Ask linkWithoutAddress(ReferenceSite twin, Ask ask) {
        boolean isLink = ask.path().matches(".*/callback/email/*")
                && !ask.query().getOrDefault("token", "").isEmpty()
                && ask.query().getOrDefault("email", "").isEmpty();
        return isLink ? ask.query("email", "nobody@elsewhere.example") : ask;
    }

    private static boolean isPage(ReferenceSite twin, Ask ask) {
        var segments = ask.segments(twin.basePath());
        return !ask.isPost()
                && segments.length == 1
                && Set.of("signin", "signout", "error", "verify-request").contains(segments[0]);
    }

    private static Ask pageQuery(ReferenceSite twin, Ask ask) {
        return isPage(twin, ask)
                        && ask.query().containsKey("csrfToken")
                        && !ask.path().matches(".*(signout|verify-request).*")
                ? ask.query("csrfToken", null)
                : ask;
    }

    private static Ask unknownError(ReferenceSite twin, Ask ask) {
        boolean shown = ask.path().matches(".*/error/*") && !twin.site.has("pages");
        return shown && "toString".equals(ask.query().get("error")) ? ask.query("error", "Nonsense") : ask;
    }

    // --- what is made of its answer ---

    private static Answer noError(ReferenceSite twin, Ask ask, Answer answer) {
        return answer.target(target -> target.replace("/oops?error=undefined", "/oops"));
    }

    private static Answer encodedError(ReferenceSite twin, Ask ask, Answer answer) {
        return answer.target(target -> target.replace("/oops?error=<b>", "/oops?error=%3Cb%3E"));
    }

    private static Answer ownSignIn(ReferenceSite twin, Ask ask, Answer answer) {
        var page = twin.origin() + twin.basePath() + "/signin";
        if (!twin.site.has("pages") || !answer.target().replace("\"}", "").endsWith(page)) return answer;
        var own = twin.origin() + "/login?callbackUrl=" + Form.encode(callbackUrl(twin, ask, answer));
        return answer.target(target -> target.replace(page, own.replace("%25C5%25BE", "%C5%BE")));
    }

    /** What the browser remembers after this answer. */
    private static String callbackUrl(ReferenceSite twin, Ask ask, Answer answer) {
        var name = twin.secure() + "authjs.callback-url";
        return answer.cookies().stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1, line.indexOf("; ")))
                .findFirst()
                .orElse(ask.cookies().get(name));
    }

    private static Answer noToken(ReferenceSite twin, Ask ask, Answer answer) {
        boolean link = ask.path().matches(".*/callback/email/*")
                && ask.query().getOrDefault("token", "").isEmpty();
        return link ? answer.target(target -> target.replace("error=Configuration", "error=Verification")) : answer;
    }

    private static Answer uncached(ReferenceSite twin, Ask ask, Answer answer) {
        return answer.header("cache-control", "private, no-cache, no-store")
                .header("expires", "0")
                .header("pragma", "no-cache");
    }

    private static Answer charset(ReferenceSite twin, Ask ask, Answer answer) {
        if (!"text/html".equals(answer.headers().get("content-type"))) return answer;
        return answer.header("content-type", "text/html; charset=utf-8");
    }

    private static Answer absolute(ReferenceSite twin, Ask ask, Answer answer) {
        return answer.target(target -> target.startsWith("{\"url\":\"/")
                ? target.replace("{\"url\":\"", "{\"url\":\"" + twin.origin())
                : target.startsWith("/") ? twin.origin() + target : target);
    }

    private static Answer emailSignIn(ReferenceSite twin, Ask ask, Answer answer) {
        if (!ask.isPost() || !ask.path().endsWith("/signin/email")) return answer;
        return answer.target(
                target -> target.replace("/auth/error?error=Configuration", "/auth/signin?error=EmailSignin")
                        .replace("/oops?error=Configuration", "/login?error=EmailSignin"));
    }

    /**
     * The reference asks for the provider's metadata first, and rejects an error that does not name its issuer. Here the
     * cookies are opened before any request, and the error of such an answer is shown without its issuer being known.
     */
    private static Answer checksFirst(ReferenceSite twin, Ask ask, Answer answer) {
        var segments = ask.segments(twin.basePath());
        boolean isError = segments.length == 2
                && segments[0].equals("callback")
                && ask.query().containsKey("error");
        if (!isError || !twin.hasState(ask, segments[1]) || twin.hasChecks(ask, segments[1])) return answer;
        return answer.target(
                target -> target.replace("/auth/error?error=Configuration", "/auth/signin?error=OAuthCallbackError")
                        .replace("/oops?error=Configuration", "/login?error=OAuthCallbackError"));
    }

    private static Answer freshToken(ReferenceSite twin, Ask ask, Answer answer) {
        if (!ask.isPost() || !answer.failed() || hasToken(twin, ask, true) || !knowsProvider(twin, ask)) return answer;
        boolean secure = twin.csrfCookie().startsWith("__Host-");
        return answer.cookieFirst(twin.csrfCookie() + "=<csrf token>|<its hash>; Path=/; HttpOnly;"
                + (secure ? " Secure;" : "") + " SameSite=Lax");
    }

    private static boolean knowsProvider(ReferenceSite twin, Ask ask) {
        var segments = ask.segments(twin.basePath());
        return segments.length < 2
                || segments[1].equals("undefined")
                || twin.providerIds().contains(segments[1]);
    }

    private static Answer checksCleared(ReferenceSite twin, Ask ask, Answer answer) {
        boolean oauth = ask.path().matches(".*/callback/(op|legacy)/*");
        if (!oauth || !answer.failed()) return answer;
        var all = new ArrayList<>(answer.cookies());
        for (var check : List.of("authjs.state", "authjs.pkce.code_verifier", "authjs.nonce")) {
            var name = twin.secure() + check;
            if (!ask.cookies().containsKey(name)) continue;
            all.add(name + "=; Max-Age=0; Path=/; HttpOnly;" + (twin.secure().isEmpty() ? "" : " Secure;")
                    + " SameSite=Lax");
        }
        return answer.cookies(all);
    }

    private static Answer pageCallbackUrl(ReferenceSite twin, Ask ask, Answer answer) {
        if (!isPage(twin, ask)
                || !ask.query().containsKey("callbackUrl")
                || !answer.body().startsWith("{\"title\"")) {
            return answer;
        }
        var effective = callbackUrl(twin, ask, answer);
        var page = Json.parseObject(answer.body(), 20);
        var forms = page.get(Claim.list("forms")).orElseThrow().stream()
                .map(form -> inputs(Claims.of((Map<?, ?>) form), effective))
                .toList();
        return answer.body(page.with("forms", forms).toJson());
    }

    private static Claims inputs(Claims form, String effective) {
        var inputs = form.get(Claim.list("inputs")).orElseThrow().stream()
                .map(input -> Claims.of((Map<?, ?>) input))
                .map(input -> "callbackUrl".equals(input.text("name")) ? input.with("value", effective) : input)
                .toList();
        return form.with("inputs", inputs);
    }

    private static Answer errorPageLink(ReferenceSite twin, Ask ask, Answer answer) {
        if (!isPage(twin, ask) || !answer.body().startsWith("{\"title\":\"Error\"")) return answer;
        return answer.body(answer.body()
                .replaceAll(
                        "\"links\":\\[\"[^\"]*/signin\"\\]",
                        "\"links\":[\"" + twin.origin() + twin.basePath() + "/signin\"]"));
    }
}
