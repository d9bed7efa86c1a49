package dev.cardea.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.attacks.AttackedSite.Weakness;
import dev.cardea.attacks.Result.Outcome;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each defence is switched off once, and the attack on it is the only one that succeeds. */
@Tag("slow")
class WeakenedSiteTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String CSRF = "authjs.csrf-token";
    private static final String SESSION = "authjs.session-token";
    private static final String STATE = "authjs.state";
    private static final String CHALLENGE = "authjs.challenge";
    private static final String EVIL = "evil.example";
    private static final String WEAK_SECRET = "changemechangemechangemechangeme";
    private static final UnaryOperator<AuthConfig.Builder> TRUSTS_HOSTS = config -> config.trustHost(true);

    /** Attacks of a long list, all of which the weakened sites near them try. The others try one entry in forty. */
    private static final Set<String> LISTS =
            Set.of("A09", "A10", "A11", "A12", "A13", "A14", "A22", "A24", "A37", "A38", "A39", "A40", "A41", "A55");

    /** What {@code docs/threats.md} says of no other test. */
    private static final Set<String> ALWAYS = Set.of("A24", "A39", "A53", "A55");

    /** Which tenth of the cases runs, from 0 to 9; all of them without the property. */
    private static final Optional<Integer> ROTATION = Optional.ofNullable(Integer.getInteger("cardea.rotation"));

    /** A site with one defence off. */
    record Case(String id, String what, UnaryOperator<AuthConfig.Builder> config, Weakness weakness) {
        Case(String id, String what, Weakness weakness) {
            this(id, what, config -> config, weakness);
        }

        @Override
        public String toString() {
            return id + " " + what;
        }
    }

    @ParameterizedTest
    @MethodSource("ofThisBuild")
    void exactly_the_attack_on_the_missing_defence_succeeds(Case weakened) {
        try (var site = AttackedSite.start(weakened.config(), weakened.weakness())) {
            var report = site.attacks()
                    .sample(LISTS.contains(weakened.id()) ? 1 : 40)
                    .run();
            assertThat(report.with(Outcome.SUCCEEDED))
                    .as(report.describe())
                    .extracting(result -> result.attack().id())
                    .containsExactlyElementsOf(broken(weakened));
        }
    }

    /** Where unverified addresses count as verified, what a provider reported of them cannot be heard either. */
    private static List<String> broken(Case weakened) {
        return Set.of("A33", "A34").contains(weakened.id()) ? List.of(weakened.id(), "A54") : List.of(weakened.id());
    }

    static Stream<Case> ofThisBuild() {
        var all = cases().toList();
        return IntStream.range(0, all.size())
                .filter(i -> ROTATION.isEmpty()
                        || ROTATION.get() == i % 10
                        || ALWAYS.contains(all.get(i).id()))
                .mapToObj(all::get);
    }

    /** Several attacks are one here, because the check of the sender is a part of the check that is off. */
    @Test
    void a_site_whose_check_of_posts_is_off_is_broken_and_attacks_on_tokens_are_not_run() {
        UnaryOperator<AuthConfig.Builder> off = config -> config.danger().skipCsrfCheck();
        try (var site = AttackedSite.start(off)) {
            var report = site.attacks()
                    .only("A01", "A02", "A03", "A04", "A05", "A06", "A07")
                    .run();
            assertThat(report.with(Outcome.SUCCEEDED))
                    .as(report.describe())
                    .extracting(result -> result.attack().id())
                    .containsExactly("A01", "A04", "A05", "A07");
            assertThat(report.with(Outcome.SUCCEEDED))
                    .allSatisfy(result -> assertThat(result.attack().remedy()).contains("danger().skipCsrfCheck()"));
            assertThat(report.notRun())
                    .extracting(result -> result.attack().id())
                    .containsExactly("A02", "A03");
        }
    }

    @Test
    void a_site_whose_framework_rejects_all_posts_is_not_reported_as_defended() {
        Weakness framework = (request, site) -> {
            if (request.method().equals("POST")) return Response.of(403, "text/plain", "no token of the framework");
            return request.path().equals("/auth/csrf") ? Response.of(404) : site.handle(request);
        };
        try (var site = AttackedSite.start(framework)) {
            var report = site.attacks()
                    .only("A01", "A02", "A03", "A04", "A05", "A07", "A30")
                    .run();
            assertThat(report.findings()).as(report.describe()).isEmpty();
            assertThat(report.notRun()).hasSize(7);
        }
    }

    @Test
    void no_attack_on_mails_succeeds_where_they_have_a_code() {
        try (var site = AttackedSite.start(WeakenedMails::withCodes)) {
            var report = site.attacks().only("A37", "A38", "A39", "A40", "A55").run();
            assertThat(report.with(Outcome.REJECTED)).as(report.describe()).hasSize(5);
        }
    }

    @Test
    void pauses_of_the_machine_tell_nothing_of_names() {
        var attempts = new AtomicInteger();
        Weakness machine = (request, site) -> {
            if (isUser(request) && attempts.incrementAndGet() % 4 != 0) pause();
            return site.handle(request);
        };
        try (var site = AttackedSite.start(machine)) {
            var report = site.attacks().only("A44").run();
            assertThat(report.with(Outcome.REJECTED)).as(report.describe()).hasSize(1);
        }
    }

    @Test
    void each_attack_has_a_weakened_site() {
        var weakened = cases().map(Case::id).collect(Collectors.toCollection(TreeSet::new));
        assertThat(Attacks.all()).extracting(Attack::id).containsExactlyElementsOf(weakened);
    }

    private static Stream<Case> cases() {
        return Stream.of(
                        crossSite(),
                        redirects(),
                        origins(),
                        pages(),
                        tokens(),
                        servers(),
                        providers(),
                        accounts(),
                        WeakenedAccounts.cases(),
                        WeakenedMails.cases(),
                        WeakenedServices.cases(),
                        WeakenedForms.cases(),
                        WeakenedFactors.cases())
                .flatMap(List::stream);
    }

    private static List<Case> crossSite() {
        return List.of(
                new Case("A01", "a token is added", (request, site) -> {
                    boolean lacks = isForm(request) && !form(request).containsKey("csrfToken");
                    return site.handle(lacks ? withValidToken(request, site) : request);
                }),
                new Case("A02", "any token of the site counts", WeakenedSiteTest::anyToken),
                new Case("A03", "any pair of equal values counts", WeakenedSiteTest::anyPair),
                new Case(
                        "A04",
                        "Sec-Fetch-Site is removed",
                        (request, site) -> site.handle(without(request, "sec-fetch-site"))),
                new Case(
                        "A05",
                        "Origin is removed",
                        (request, site) -> site.handle(
                                request.headers().has("sec-fetch-site") ? request : without(request, "origin"))),
                new Case("A06", "GET counts as POST", WeakenedSiteTest::getAsPost),
                new Case(
                        "A06",
                        "a mail is sent by GET",
                        (request, site) -> request.path().equals("/auth/signin/email")
                                ? getAsPost(request, site)
                                : site.handle(request)),
                new Case(
                        "A06",
                        "the answer of a passkey counts by GET",
                        (request, site) -> request.path().equals("/auth/callback/passkey")
                                ? getAsPost(request, site)
                                : site.handle(request)),
                updateByGet(),
                new Case("A07", "text counts as a form with a token", WeakenedSiteTest::textAsForm));
    }

    /** The name in the session of a user is what a link says. */
    private static Case updateByGet() {
        Map<String, String> names = new ConcurrentHashMap<>();
        return new Case("A06", "a session is updated by GET", (request, site) -> {
            if (!isSession(request) || session(request).isEmpty()) return site.handle(request);
            request.query("data")
                    .flatMap(JsonAnswers::object)
                    .map(data -> data.text("name"))
                    .ifPresent(name -> names.put(session(request), name));
            var name = names.get(session(request));
            return name == null ? site.handle(request) : signedIn(name);
        });
    }

    private static Response anyToken(Request request, HttpHandler site) {
        var sent = isForm(request) ? form(request).get("csrfToken") : null;
        var own = ISSUED.get(request.cookies().getOrDefault(CSRF, ""));
        boolean isOfAnother = own != null && sent != null && ISSUED.containsValue(sent) && !own.equals(sent);
        return noted(site.handle(isOfAnother ? withField(request, "csrfToken", own) : request));
    }

    private static Response anyPair(Request request, HttpHandler site) {
        var cookie = request.cookies().getOrDefault(CSRF, "");
        var sent = isForm(request) ? form(request).getOrDefault("csrfToken", "-") : "-";
        boolean isSelfMade = cookie.startsWith(sent + "|") && !ISSUED.containsKey(cookie);
        return noted(site.handle(isSelfMade ? withValidToken(request, site) : request));
    }

    private static final Map<String, String> ISSUED = new ConcurrentHashMap<>();

    /** Remembers the cookies of tokens, with the tokens. */
    private static Response noted(Response answer) {
        for (var line : answer.headers().all("set-cookie")) {
            var cookie = SetCookie.parse(line);
            if (!cookie.name().equals(CSRF)) continue;
            var value = Form.decodeComponent(cookie.value()).orElse("");
            if (value.contains("|")) ISSUED.put(value, value.substring(0, value.indexOf('|')));
        }
        return answer;
    }

    static Response getAsPost(Request request, HttpHandler site) {
        boolean changes = !request.method().equals("POST")
                && request.path().matches("/auth/(signout|signin/.+|callback/.+|forgot|account/.+)")
                && request.rawQuery().contains("csrfToken");
        if (!changes) return site.handle(request);
        var headers = request.headers().set("Content-Type", FORM);
        return site.handle(Request.of(
                "POST",
                request.scheme(),
                request.path(),
                headers,
                request.rawQuery().getBytes(StandardCharsets.UTF_8),
                request.remoteAddress()));
    }

    private static Response textAsForm(Request request, HttpHandler site) {
        boolean isText = request.path().startsWith("/auth/callback/")
                && request.header("content-type").orElse("").startsWith("text/plain");
        if (!isText) return site.handle(request);
        var form = request.headers(request.headers().set("Content-Type", FORM));
        return site.handle(without(without(withValidToken(form, site), "origin"), "sec-fetch-site"));
    }

    private static List<Case> redirects() {
        return List.of(
                new Case("A09", "callbackUrl is followed", (request, site) -> {
                    var to = isForm(request) ? form(request).getOrDefault("callbackUrl", "") : "";
                    return sentTo(to, site.handle(request));
                }),
                new Case("A10", "the callback cookie is followed", (request, site) -> {
                    var to = request.cookies().getOrDefault("authjs.callback-url", "");
                    return sentTo(to, site.handle(request));
                }));
    }

    private static Response sentTo(String to, Response answer) {
        return answer.status() == 302 && to.startsWith("https://" + EVIL)
                ? answer.headers(answer.headers().set("Location", "https://" + EVIL))
                : answer;
    }

    private static List<Case> origins() {
        return List.of(
                new Case(
                        "A11",
                        "any Host counts",
                        TRUSTS_HOSTS,
                        (request, site) ->
                                isDoubled(request) ? rejected() : site.handle(without(request, "x-forwarded-host"))),
                new Case("A11", "a mail has the host of the request", TRUSTS_HOSTS, (request, site) -> {
                    boolean isMail = request.path().equals("/auth/signin/email");
                    if (isDoubled(request) || (isForeign(request) && !isMail)) return rejected();
                    return site.handle(without(request, "x-forwarded-host"));
                }),
                new Case("A12", "any forwarded host counts", TRUSTS_HOSTS, (request, site) -> {
                    if (isDoubled(request) || isForeign(request)) return rejected();
                    return site.handle(isList(request) ? without(request, "x-forwarded-host") : request);
                }),
                new Case("A13", "the first of several hosts counts", TRUSTS_HOSTS, (request, site) -> {
                    if (isDoubled(request) || isForeign(request)) return rejected();
                    if (!isList(request)) return site.handle(without(request, "x-forwarded-host"));
                    var first = request.headers().all("x-forwarded-host").get(0).split(",")[0];
                    return site.handle(request.headers(request.headers().set("X-Forwarded-Host", first)));
                }),
                new Case("A14", "the host of the target counts", TRUSTS_HOSTS, (request, site) -> {
                    if (isDoubled(request) || isForeign(request)) return rejected();
                    var own = without(request, "x-forwarded-host");
                    return site.handle(AttackedSite.targetHost()
                            .map(host -> own.headers(own.headers().set("Host", host)))
                            .orElse(own));
                }),
                new Case("A15", "a path is normalized behind the check", (request, site) -> {
                    var read = request.path().replaceAll(";[^/]*", "").replaceAll("/+", "/");
                    boolean isOther = read.equals(AttackedSite.PROTECTED)
                            && !request.path().equals(read);
                    return isOther ? Response.of(200, "text/plain", "the balance") : site.handle(request);
                }),
                new Case("A16", "what follows the session is ignored, and caches may keep it", (request, site) -> {
                    boolean isFile = request.path().matches("/auth/session[/;].*css");
                    if (!isFile) return site.handle(request);
                    var answer = site.handle(withTarget(request, "/auth/session"));
                    return answer.headers(answer.headers().without("cache-control"));
                }));
    }

    private static boolean isDoubled(Request request) {
        return request.headers().all("host").size() > 1;
    }

    private static boolean isForeign(Request request) {
        return request.header("host").orElse("").contains(EVIL);
    }

    private static boolean isList(Request request) {
        return request.headers().all("x-forwarded-host").size() > 1
                || request.header("x-forwarded-host").orElse("").contains(",");
    }

    private static List<Case> pages() {
        return List.of(
                new Case("A17", "all answers are public", (request, site) -> {
                    var answer = site.handle(request);
                    return answer.headers().has("set-cookie")
                            ? answer.headers(answer.headers().set("Cache-Control", "public, max-age=60"))
                            : answer;
                }),
                new Case("A17", "one cache may keep them", (request, site) -> {
                    var answer = site.handle(request);
                    return answer.headers().has("set-cookie")
                            ? answer.header("CDN-Cache-Control", "max-age=60")
                            : answer;
                }),
                new Case("A18", "a page shows the error as it is", (request, site) -> {
                    var answer = site.handle(request);
                    if (!request.path().equals("/auth/error")) return answer;
                    var text = new String(answer.body(), StandardCharsets.UTF_8)
                            + request.query("error").orElse("");
                    return Response.of(answer.status(), answer.headers(), text.getBytes(StandardCharsets.UTF_8));
                }),
                cookies("no HttpOnly", "; HttpOnly", ""),
                cookies("no SameSite", "; SameSite=Lax", ""),
                cookies("SameSite is None", "; SameSite=Lax", "; SameSite=None"),
                reflectsOrigin("any origin may read", "", ""),
                reflectsOrigin("an origin that begins like the own may read", "https://127.0.0.1", ""),
                reflectsOrigin("null may read", "null", "null"),
                new Case(
                        "A53",
                        "any origin may read because one is listed",
                        config -> config.allowedOrigins("https://spa.example"),
                        (request, site) -> reflected(request, site.handle(request))),
                header("frames", "Content-Security-Policy", "frame-ancestors 'none'", ""),
                header(
                        "inline scripts",
                        "Content-Security-Policy",
                        "default-src 'none'",
                        "default-src 'unsafe-inline'"),
                header("guessed types", "X-Content-Type-Options", "nosniff", "sniff"),
                header("referrers", "Referrer-Policy", ".+", "unsafe-url"));
    }

    private static Case reflectsOrigin(String what, String begin, String end) {
        return new Case("A53", what, (request, site) -> {
            var answer = site.handle(request);
            var origin = request.header("origin").orElse("");
            return origin.startsWith(begin) && origin.endsWith(end) ? reflected(request, answer) : answer;
        });
    }

    private static Response reflected(Request request, Response answer) {
        return answer.headers(answer.headers()
                .set("Access-Control-Allow-Origin", request.header("origin").orElse(""))
                .set("Access-Control-Allow-Credentials", "true"));
    }

    private static Case cookies(String what, String from, String to) {
        return new Case("A19", what, (request, site) -> {
            var answer = site.handle(request);
            var fields = answer.headers().fields().stream()
                    .map(field -> field.name().equalsIgnoreCase("set-cookie")
                            ? new Headers.Field(field.name(), field.value().replace(from, to))
                            : field)
                    .toList();
            return answer.headers(Headers.of(fields));
        });
    }

    private static Case header(String what, String name, String from, String to) {
        return new Case("A51", what, (request, site) -> {
            var answer = site.handle(request);
            if (!answer.headers().has(name)) return answer;
            var value = answer.headers().first(name).orElse("").replaceAll(from, to);
            var changed = answer.headers(answer.headers().set(name, value));
            return name.startsWith("Content")
                    ? changed.headers(changed.headers().without("x-frame-options"))
                    : changed;
        });
    }

    private static List<Case> tokens() {
        var none = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8));
        var started = ConcurrentHashMap.<String>newKeySet();
        return List.of(
                new Case(
                        "A22",
                        "tokens without a signature count",
                        (request, site) ->
                                isSession(request) && session(request).startsWith(none)
                                        ? signedIn()
                                        : site.handle(request)),
                new Case("A23", "a check cookie counts as a session", (request, site) -> {
                    if (isSession(request) && started.contains(session(request))) return signedIn();
                    var answer = site.handle(request);
                    for (var line : answer.headers().all("set-cookie")) {
                        var cookie = SetCookie.parse(line);
                        if (!cookie.name().contains("pkce")) continue;
                        Form.decodeComponent(cookie.value())
                                .filter(value -> !value.isEmpty())
                                .ifPresent(started::add);
                    }
                    return answer;
                }),
                oneKey("authjs.state", "authjs.nonce"),
                oneKey("authjs.nonce", "authjs.pkce.code_verifier"),
                sessionAsState(),
                new Case("A23", "a state counts as the challenge of a passkey", WeakenedSiteTest::stateAsChallenge),
                new Case("A23", "a cookie of a sign-in counts as one of a token", (request, site) -> {
                    var cookie = request.cookies().getOrDefault(CSRF, "");
                    boolean isPasted = isForm(request) && cookie.startsWith("eyJ");
                    return site.handle(isPasted ? withValidToken(request, site) : request);
                }),
                new Case(
                        "A24",
                        "the secret is published",
                        config -> config.secret(WEAK_SECRET).environment(Environment.DEVELOPMENT),
                        Weakness.NONE));
    }

    /** The session of a user counts as any state. */
    private static Case sessionAsState() {
        Map<String, String> states = new ConcurrentHashMap<>();
        Set<String> sessions = ConcurrentHashMap.newKeySet();
        return new Case("A23", "a session counts as a state", (request, site) -> {
            var state = Form.decode(request.rawQuery()).getOrDefault("state", "");
            boolean isPasted = isCallback(request)
                    && sessions.contains(request.cookies().getOrDefault(STATE, ""))
                    && states.containsKey(state);
            var answer = site.handle(isPasted ? withCookie(request, STATE, states.get(state)) : request);
            var asked = DevelopmentPages.parameters(answer.header("location").orElse(""));
            for (var line : answer.headers().all("set-cookie")) {
                var cookie = SetCookie.parse(line);
                var value = Form.decodeComponent(cookie.value()).orElse("");
                if (cookie.name().equals(SESSION)) sessions.add(value);
                if (cookie.name().equals(STATE) && asked.containsKey("state")) states.put(asked.get("state"), value);
            }
            return answer;
        });
    }

    /** What was sealed as a state counts as the challenge that the answer of a passkey is for. */
    private static Response stateAsChallenge(Request request, HttpHandler site) {
        if (!isForm(request) || !isSealedFor(STATE, request.cookies().getOrDefault(CHALLENGE, ""))) {
            return site.handle(request);
        }
        var credential = JsonAnswers.object(form(request).getOrDefault("data", ""));
        var answered = credential
                .flatMap(it -> it.get(Claim.object("response")))
                .map(it -> Base64.getUrlDecoder().decode(String.valueOf(it.text("clientDataJSON"))))
                .flatMap(json -> JsonAnswers.object(new String(json, StandardCharsets.UTF_8)));
        if (answered.isEmpty()) return site.handle(request);
        var secrets = Secrets.of(AttackedSite.SECRET);
        var challenge = Claims.of("challenge", String.valueOf(answered.get().text("challenge")));
        var inner = Jwt.encode(new EncodeParams(challenge, secrets, "encodedWebauthnChallenge"));
        var claims = Claims.of("value", inner).with("provider", "passkey");
        return site.handle(withCookie(request, CHALLENGE, Jwt.encode(new EncodeParams(claims, secrets, CHALLENGE))));
    }

    private static boolean isSealedFor(String cookie, String value) {
        try {
            return Jwt.decode(new DecodeParams(value, Secrets.of(AttackedSite.SECRET), cookie))
                    .isPresent();
        } catch (JoseException e) {
            return false;
        }
    }

    private static Request withCookie(Request request, String name, String value) {
        Map<String, String> cookies = new LinkedHashMap<>(request.cookies());
        cookies.put(name, value);
        return withCookies(request, cookies);
    }

    private static Request withCookies(Request request, Map<String, String> cookies) {
        var header = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + Form.encodeComponent(cookie.getValue()))
                .collect(Collectors.joining("; "));
        return request.headers(request.headers().set("Cookie", header));
    }

    /** Two cookies of a sign-in have the same key, so that each opens as the other. */
    private static Case oneKey(String one, String other) {
        return new Case("A23", one + " and " + other + " have one key", (request, site) -> {
            if (!isCallback(request)) return site.handle(request);
            Map<String, String> cookies = new LinkedHashMap<>(request.cookies());
            cookies.computeIfPresent(one, (name, value) -> sealedAs(name, other, value));
            cookies.computeIfPresent(other, (name, value) -> sealedAs(name, one, value));
            return site.handle(withCookies(request, cookies));
        });
    }

    /** Seals what was sealed for another cookie; what was not stays. */
    private static String sealedAs(String name, String other, String value) {
        var secrets = Secrets.of(AttackedSite.SECRET);
        try {
            return Jwt.decode(new DecodeParams(value, secrets, other))
                    .map(claims -> Jwt.encode(new EncodeParams(claims, secrets, name)))
                    .orElse(value);
        } catch (JoseException e) {
            return value;
        }
    }

    private static boolean isSession(Request request) {
        return request.path().equals("/auth/session");
    }

    private static String session(Request request) {
        return request.cookies().getOrDefault(SESSION, "");
    }

    private static Response signedIn() {
        return signedIn("Cardea Attack");
    }

    private static Response signedIn(String name) {
        var user = Claims.of("name", name).asMap();
        return Response.json(
                        200,
                        Claims.of("user", user)
                                .with("expires", "2099-01-01T00:00:00.000Z")
                                .toJson())
                .header("Cache-Control", "private, no-store");
    }

    private static List<Case> servers() {
        return List.of(
                new Case(
                        "A45",
                        "unsigned calls are answered",
                        (request, site) -> site.handle(signatureOf(request).isEmpty() ? request : signedAnew(request))),
                new Case("A45", "old calls are answered", (request, site) -> {
                    var parts = signatureOf(request).split("\\.");
                    boolean isOld = parts.length == 4
                            && Long.parseLong(parts[2]) < Instant.now().getEpochSecond() - 60;
                    return site.handle(isOld ? signedAnew(request) : request);
                }),
                new Case("A45", "calls are answered again", (request, site) -> {
                    boolean isOnce = request.cookies().containsKey("cardea.once");
                    return site.handle(isOnce ? signedAnew(without(request, "cookie")) : request);
                }),
                new Case(
                        "A46",
                        "unsigned hooks run",
                        (request, site) -> site.handle(
                                isHook(request) && !request.headers().has(HookCalls.HEADER)
                                        ? AttackedSite.signedHook(request)
                                        : request)),
                new Case("A46", "hooks run at any time", (request, site) -> {
                    var parts =
                            request.header(HookCalls.HEADER).orElse("v2.0.0.").split("\\.");
                    var at = Instant.ofEpochSecond(Long.parseLong(parts[1]));
                    var own = HookCalls.signature(AttackedSite.SECRET, "describe", request.body(), at, parts[2]);
                    boolean isSigned =
                            request.header(HookCalls.HEADER).filter(own::equals).isPresent();
                    return site.handle(isSigned ? AttackedSite.signedHook(request) : request);
                }),
                new Case(
                        "A46",
                        "changed hooks run",
                        (request, site) -> site.handle(
                                isHook(request) && request.text().endsWith(" ")
                                        ? AttackedSite.signedHook(request)
                                        : request)),
                new Case(
                        "A47",
                        "the site has the operator's paths",
                        (request, site) -> request.path().equals("/metrics")
                                ? Response.of(200, "text/plain", "cardea_sign_ins_total 1")
                                : site.handle(request)),
                new Case(
                        "A50",
                        "a broken escape is an error of the server",
                        (request, site) -> Form.decodeComponent(
                                                request.header("authorization").orElse(""))
                                        .isEmpty()
                                ? Response.of(500, "text/plain", "internal error")
                                : site.handle(request)));
    }

    private static List<Case> providers() {
        Map<String, String> cookiesByState = new ConcurrentHashMap<>();
        Map<String, String> stateByCookie = new ConcurrentHashMap<>();
        Map<String, Response> answers = new ConcurrentHashMap<>();
        return List.of(
                new Case("A08", "an answer brings the cookies of its sign-in along", (request, site) -> {
                    var state = request.query("state").orElse("");
                    var cookies = cookiesByState.get(state);
                    boolean isForeign = cookies != null && !cookies.contains(STATE + "=" + rawCookie(request, STATE));
                    var sent = isForeign ? request.headers(request.headers().set("Cookie", cookies)) : request;
                    var answer = site.handle(sent);
                    startedState(answer).ifPresent(it -> cookiesByState.put(it, cookiesOf(answer)));
                    return answer;
                }),
                new Case("A25", "any state counts", (request, site) -> {
                    var own = stateByCookie.get(rawCookie(request, STATE));
                    var answer = site.handle(own == null || !isCallback(request) ? request : withState(request, own));
                    startedState(answer).ifPresent(it -> stateByCookie.put(setCookie(answer, STATE), it));
                    return answer;
                }),
                repaired("A25", "an answer without state counts", "ANSWER_STATE_MISSING"),
                repaired("A26", "any issuer counts", "ANSWER_ISS_WRONG"),
                repaired("A27", "tokens without a signature count", "ALG_NONE"),
                repaired("A27", "the public key counts as a secret", "ALG_CONFUSED"),
                repaired("A28", "tokens for other clients count", "AUD_WRONG"),
                repaired("A28", "expired tokens count", "EXP_PAST"),
                repaired("A29", "any nonce counts", "NONCE_WRONG"),
                repaired("A29", "no nonce is needed", "NONCE_MISSING"),
                new Case(
                        "A30",
                        "a cache repeats the answers of callbacks",
                        (request, site) -> request.path().equals("/auth/callback/" + DevelopmentDouble.PROVIDER)
                                ? answers.computeIfAbsent(request.target(), target -> site.handle(request))
                                : site.handle(request)),
                repaired("A31", "the profile of any user counts", "USERINFO_SUB_WRONG"),
                repaired("A32", "redirects of a provider are followed", "TOKEN_REDIRECT"),
                new Case(
                        "A32",
                        "the end of an answer is waited for",
                        config ->
                                config.http(AttackedSite.started().development().endlessProvider()),
                        Weakness.NONE));
    }

    /** The site takes one fault of its provider for correct: a proxy before the provider mends that answer. */
    private static Case repaired(String id, String what, String fault) {
        return new Case(id, what, (request, site) -> {
            boolean isThis = request.path().equals(DevelopmentDouble.FAULTS)
                    && Form.decode(request.text()).containsValue(fault);
            return isThis ? Response.of(303).location(DevelopmentDouble.FAULTS) : site.handle(request);
        });
    }

    static boolean isCallback(Request request) {
        return request.path().startsWith("/auth/callback/") && request.method().equals("GET");
    }

    /** Returns the state of the sign-in that an answer starts; empty for any other answer. */
    private static Optional<String> startedState(Response answer) {
        return answer.header("location")
                .filter(to -> to.startsWith(DevelopmentDouble.AUTHORIZE))
                .map(DevelopmentPages::parameters)
                .map(all -> all.get("state"));
    }

    private static String setCookie(Response answer, String name) {
        return answer.headers().all("set-cookie").stream()
                .map(SetCookie::parse)
                .filter(cookie -> cookie.name().equals(name))
                .map(SetCookie::value)
                .findFirst()
                .orElse("");
    }

    private static String cookiesOf(Response answer) {
        return answer.headers().all("set-cookie").stream()
                .map(line -> line.split(";", 2)[0])
                .collect(Collectors.joining("; "));
    }

    private static String rawCookie(Request request, String name) {
        return Form.encodeComponent(request.cookies().getOrDefault(name, ""));
    }

    private static Request withState(Request request, String state) {
        var query = new LinkedHashMap<>(Form.decode(request.rawQuery()));
        query.put("state", state);
        return withTarget(request, request.path() + "?" + Form.encode(query));
    }

    private static List<Case> accounts() {
        Map<String, String> fixated = new ConcurrentHashMap<>();
        return List.of(
                new Case("A20", "the session cookie of the request stays", (request, site) -> {
                    var sent = request.cookies().getOrDefault(SESSION, "-");
                    var own = fixated.get(sent);
                    var answer = site.handle(
                            own == null
                                    ? request
                                    : request.headers(request.headers().set("Cookie", SESSION + "=" + own)));
                    var token = setCookie(answer, SESSION);
                    boolean signsIn = request.path().startsWith("/auth/callback/") && !token.isEmpty();
                    if (!signsIn || sent.equals("-")) return answer;
                    fixated.put(sent, token);
                    return answer.headers(answer.headers().without("set-cookie"));
                }),
                new Case(
                        "A21",
                        "a sign-out deletes the cookie alone",
                        config -> config.session(SessionOptions.database()),
                        (request, site) -> {
                            boolean isSignOut = request.path().equals("/auth/signout");
                            return site.handle(isSignOut ? withoutSession(request) : request);
                        }),
                new Case(
                        "A42",
                        "no attempts are counted",
                        (request, site) -> site.handle(isForwarded(request) ? request : uncounted(request))),
                new Case(
                        "A43",
                        "attempts are counted by the forwarded address",
                        (request, site) -> site.handle(isForwarded(request) ? uncounted(request) : request)),
                new Case("A44", "the answer names users who exist", (request, site) -> {
                    var answer = site.handle(request);
                    return isUser(request) && answer.status() == 302 ? answer.header("X-User", "known") : answer;
                }),
                new Case("A44", "the hash of a password is computed for users only", (request, site) -> {
                    if (isUser(request)) pause();
                    return site.handle(request);
                }));
    }

    private static void pause() {
        long until = System.nanoTime() + 30_000_000;
        while (System.nanoTime() < until) Thread.onSpinWait();
    }

    private static boolean isUser(Request request) {
        return isForm(request) && AttackedSite.USER.equals(form(request).get("username"));
    }

    private static boolean isForwarded(Request request) {
        return request.headers().has("x-forwarded-for");
    }

    /** Returns an attempt of another client for another account, where it is one. */
    private static Request uncounted(Request request) {
        if (!isForm(request) || !form(request).containsKey("password") || isUser(request)) return request;
        int count = ATTEMPTS.incrementAndGet();
        var other = withField(request, "username", "user-" + count);
        return Request.of(
                other.method(),
                other.scheme(),
                other.path(),
                other.headers(),
                other.body(),
                "198.51." + count / 250 % 250 + "." + (1 + count % 250));
    }

    private static final AtomicInteger ATTEMPTS = new AtomicInteger();

    private static Request withoutSession(Request request) {
        var cookies = request.cookies().entrySet().stream()
                .filter(cookie -> !cookie.getKey().startsWith(SESSION))
                .map(cookie -> cookie.getKey() + "=" + Form.encodeComponent(cookie.getValue()))
                .collect(Collectors.joining("; "));
        return request.headers(request.headers().set("Cookie", cookies));
    }

    private static boolean isHook(Request request) {
        return request.path().startsWith(AttackedSite.HOOKS);
    }

    private static String signatureOf(Request request) {
        return request.header(BridgeSigner.HEADER).orElse("");
    }

    private static Request signedAnew(Request request) {
        var mode = signatureOf(request).contains("act") ? BridgeMode.ACT : BridgeMode.READ;
        return new BridgeSigner(AttackedSite.SECRET).sign(mode, without(request, BridgeSigner.HEADER), Instant.now());
    }

    private static Response rejected() {
        return Response.of(400, "text/plain", "rejected");
    }

    static boolean isForm(Request request) {
        return request.method().equals("POST")
                && request.header("content-type").orElse("").startsWith(FORM)
                && request.body().length < 2_000;
    }

    static Map<String, String> form(Request request) {
        Map<String, String> fields = new LinkedHashMap<>();
        Form.decode(request.text()).forEach((name, value) -> fields.put(name, String.valueOf(value)));
        return fields;
    }

    static Request withField(Request request, String name, String value) {
        var fields = form(request);
        fields.put(name, value);
        return request.body(Form.encode(fields));
    }

    static Request without(Request request, String header) {
        return request.headers(request.headers().without(header));
    }

    static Request withTarget(Request request, String target) {
        return Request.of(
                request.method(), request.scheme(), target, request.headers(), request.body(), request.remoteAddress());
    }

    /** Returns the post with a token, and its cookie in the place of another. */
    static Request withValidToken(Request request, HttpHandler site) {
        var host = Headers.of("Host", request.header("host").orElse(""));
        var answer = noted(site.handle(
                Request.of("GET", request.scheme(), "/auth/csrf", host, new byte[0], request.remoteAddress())));
        var token = JsonAnswers.member(new String(answer.body(), StandardCharsets.UTF_8), "csrfToken")
                .orElseThrow();
        var cookies = Stream.concat(
                        request.cookies().entrySet().stream()
                                .filter(cookie -> !cookie.getKey().equals(CSRF))
                                .map(cookie -> cookie.getKey() + "=" + Form.encodeComponent(cookie.getValue())),
                        answer.headers().all("set-cookie").stream()
                                .map(SetCookie::parse)
                                .filter(cookie -> cookie.name().equals(CSRF))
                                .map(cookie -> CSRF + "=" + cookie.value()))
                .collect(Collectors.joining("; "));
        return withField(request, "csrfToken", token).headers(request.headers().set("Cookie", cookies));
    }
}
