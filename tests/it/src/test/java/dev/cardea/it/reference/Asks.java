package dev.cardea.it.reference;

import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Random requests, from those that browsers send to those that attackers try. */
final class Asks {
    private static final String APP = "https://app.example";
    private static final List<String> ACTIONS = List.of(
            "session", "csrf", "providers", "signin", "signout", "callback", "error", "verify-request", "session");
    private static final List<String> ADDRESSES = List.of(
            "/dash",
            "/dash?x=1&y=2",
            "/",
            APP,
            APP + "/in#part",
            "HTTPS://APP.EXAMPLE/ok",
            "https://evil.example/x",
            "http://app.example/",
            "//evil.example/x",
            "/%C5%BE",
            "/ž",
            "evil",
            "javascript:alert(1)",
            "https://user@app.example/",
            "/a b",
            "/a\\b",
            "/a\tb",
            "data:text/html,x",
            "");
    static final List<String> TOKENS = List.of("live-token", "new-token", "old-token", "banned-token");
    private static final List<String> MAILS = List.of(
            "ada@example.com",
            " Bob@Example.com ",
            "carol@example.com",
            "banned@example.com",
            "away@example.com",
            "foo@example.com,evil.com",
            "no address",
            "a\"b@example.com",
            "a@b@c",
            "<a@example.com>",
            "a b@example.com",
            "\uFF41da@example.com",
            "");
    private static final List<String> ERRORS = List.of(
            "Configuration",
            "AccessDenied",
            "Verification",
            "CredentialsSignin",
            "OAuthAccountNotLinked",
            "SessionRequired",
            "Nonsense",
            "toString",
            "<b>",
            "");

    private final ReferenceSite twin;
    private final SplittableRandom random;
    private final Secrets secrets;
    private final EncryptedJwt codec;

    Asks(ReferenceSite twin, SplittableRandom random) {
        this.twin = twin;
        this.random = random;
        secrets = twin.secrets();
        codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());
    }

    /** The rows before each request. */
    static Claims rows(Secrets secrets) {
        var now = Instant.now();
        return Claims.of(
                        "users",
                        List.of(
                                Claims.of("id", "u1")
                                        .with("name", "Ada")
                                        .with("email", "ada@example.com")
                                        .with("image", null)
                                        .with("emailVerified", null),
                                Claims.of("id", "u2")
                                        .with("name", "Bob")
                                        .with("email", "bob@example.com")
                                        .with("image", "https://img.example/bob.png")
                                        .with("emailVerified", null)))
                .with(
                        "accounts",
                        List.of(Claims.of("userId", "u1")
                                .with("type", "oidc")
                                .with("provider", "op")
                                .with("providerAccountId", "ada")))
                .with(
                        "sessions",
                        List.of(
                                session("live-session", "u1", now.plusSeconds(30 * 86_400)),
                                session("due-session", "u2", now.plusSeconds(10 * 86_400)),
                                session("old-session", "u2", now.minusSeconds(3_600))))
                .with(
                        "tokens",
                        List.of(
                                token(secrets, "live-token", "ada@example.com", now.plusSeconds(3_600)),
                                token(secrets, "new-token", "dora@example.com", now.plusSeconds(3_600)),
                                token(secrets, "banned-token", "banned@example.com", now.plusSeconds(3_600)),
                                token(secrets, "old-token", "bob@example.com", now.minusSeconds(3_600))));
    }

    private static Claims session(String token, String user, Instant expires) {
        return Claims.of("sessionToken", token).with("userId", user).with("expires", expires);
    }

    private static Claims token(Secrets secrets, String token, String address, Instant expires) {
        return Claims.of("identifier", address)
                .with("token", hash(token, secrets))
                .with("expires", expires);
    }

    /** What is stored of the token in a link. */
    static String hash(String token, Secrets secrets) {
        return Hashes.sha256Hex(token + secrets.joined());
    }

    Ask next() {
        var ask = Ask.get(path());
        if (chance(45)) ask = ask.post(true, "application/x-www-form-urlencoded");
        else if (chance(5)) ask = ask.method(one("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"));
        if (ask.isPost() && chance(30))
            ask = ask.post(false, one("application/json", "application/json; charset=utf-8"));
        ask = headers(ask);
        ask = query(ask);
        ask = cookies(ask);
        if (ask.isPost()) ask = fields(ask);
        return chance(3) ? oddBody(ask) : ask;
    }

    private String path() {
        var action = one(ACTIONS);
        var provider = "";
        if (action.equals("callback") || action.equals("signin") && chance(60) || chance(2)) {
            var ids = twin.providerIds();
            provider = "/" + (chance(88) ? one(ids) : one("absent", "undefined", "__proto__", "constructor", "OP"));
        }
        var usual = twin.basePath() + "/" + action + provider;
        if (chance(94)) return usual;
        return one(
                usual + "/",
                usual + "//",
                twin.basePath() + "//" + action + provider,
                usual + "/more/still",
                twin.basePath() + "/" + action.toUpperCase(java.util.Locale.ROOT),
                twin.basePath() + "/%73ession",
                twin.basePath() + "/session;x=1",
                twin.basePath() + action,
                twin.basePath(),
                twin.basePath() + "/",
                "/elsewhere/" + action,
                twin.basePath() + "/webauthn-options");
    }

    private Ask headers(Ask ask) {
        var with = ask.header("Accept", one("*/*", "text/html", "application/json"));
        if (chance(25)) with = with.header("X-Auth-Return-Redirect", one("1", "false", ""));
        if (chance(20)) with = with.header("Origin", one(APP, "https://evil.example", "null"));
        if (chance(10)) with = with.header("X-Forwarded-Host", "evil.example").header("X-Forwarded-Proto", "http");
        return with;
    }

    private Ask query(Ask ask) {
        var with = ask;
        if (chance(25)) with = with.query("callbackUrl", one(ADDRESSES));
        if (chance(25)) with = with.query("error", one(ERRORS));
        if (chance(8)) with = with.query("csrfToken", "f".repeat(64));
        if (chance(8)) with = with.query("email", one("prefill@example.com", "\"><b>"));
        if (ask.path().contains("/signin/") && chance(30)) {
            with = with.query(
                    one("prompt", "login_hint", "scope", "acr_values", "client_id", "redirect_uri", "state"),
                    one("login", "me", "x y"));
        }
        if (ask.path().contains("/callback/")) with = callbackQuery(with);
        return with;
    }

    private Ask callbackQuery(Ask ask) {
        var with = ask;
        if (ask.path().endsWith("/email")) {
            if (chance(95)) {
                with = with.query(
                        "token", one("live-token", "live-token", "new-token", "old-token", "banned-token", "none", ""));
            }
            if (chance(85)) {
                var token = with.query().getOrDefault("token", "");
                var right = switch (token) {
                    case "new-token" -> "dora@example.com";
                    case "banned-token" -> "banned@example.com";
                    case "old-token" -> "bob@example.com";
                    default -> "ada@example.com";
                };
                with = with.query("email", chance(80) ? right : one("Ada@example.com", "bob@example.com", ""));
            }
            return with;
        }
        if (chance(70)) with = with.query("code", one("abc", "", "x y"));
        if (chance(60)) with = with.query("state", one("good", "xyz", ""));
        if (chance(15)) with = with.query("error", one("access_denied", "login_required"));
        if (chance(8)) with = with.query("iss", one("https://evil.example", "x"));
        return with;
    }

    private Ask cookies(Ask ask) {
        var with = ask;
        var token = hex();
        if (ask.isPost() ? chance(90) : chance(50)) {
            var good = token + "|" + Hashes.sha256Hex(token + secrets.joined());
            var value = chance(85)
                    ? good
                    : one(
                            token,
                            token + "|",
                            "|" + token,
                            token + "|" + Hashes.sha256Hex(token + "other"),
                            good.toUpperCase(java.util.Locale.ROOT),
                            good + "|more",
                            token + "|"
                                    + Hashes.sha256Hex(token
                                            + secrets.all().get(secrets.all().size() - 1)));
            with = with.cookie(twin.csrfCookie(), value).field("csrfToken", token);
        }
        if (chance(50)) with = with.cookie(twin.secure() + "authjs.callback-url", one(ADDRESSES));
        if (chance(55)) with = session(with);
        if (ask.path().contains("/callback/")) with = checks(with);
        if (chance(10)) with = with.cookie(one("other", "authjs.session-tokenx", "theme"), one("1", "a b", "%"));
        return with;
    }

    private Ask session(Ask ask) {
        var name = twin.secure() + "authjs.session-token";
        if (twin.keepsRows()) {
            return ask.cookie(name, one("live-session", "live-session", "due-session", "old-session", "gone", "%zz"));
        }
        var claims = Claims.of("name", one("Ada", "Žofie 🔐", "gone", "root"))
                .with("email", one("ada@example.com", "bob@example.com"))
                .with("picture", chance(50) ? "https://img.example/a.png" : null)
                .with("sub", one("u1", "u2", "absent"));
        if (chance(20)) claims = claims.with("nested", Claims.of("n", 1.5).with("list", List.of(1, "two", true)));
        if (chance(15)) claims = claims.with("long", "y".repeat(random.nextInt(3_000, 9_000)));
        var good = seal(secrets, name, claims, 3_600);
        var value = switch (random.nextInt(20)) {
            case 0 -> seal(Secrets.of("another-secret-of-thirty-two-bytes!!"), name, claims, 3_600);
            case 1 -> seal(secrets, "authjs.state", claims, 3_600);
            case 2 -> seal(secrets, name, claims, -60);
            case 3 -> good.substring(0, good.length() - 3) + "AAA";
            case 4 -> "garbage";
            case 5 -> "a.b.c.d.e";
            case 6 -> seal(Secrets.of(secrets.all().get(secrets.all().size() - 1)), name, claims, 3_600);
            default -> good;
        };
        int size = 3_936;
        if (value.length() <= size) return ask.cookie(name, value);
        var with = ask;
        for (int i = 0; i * size < value.length(); i++) {
            with = with.cookie(name + "." + i, value.substring(i * size, Math.min(value.length(), (i + 1) * size)));
        }
        return with;
    }

    private Ask checks(Ask ask) {
        var provider = ask.path().substring(ask.path().lastIndexOf('/') + 1);
        var state = seal(secrets, "encodedState", Claims.of("random", hex()), 900);
        var with = ask;
        for (var check : List.of("state", "pkce.code_verifier", "nonce")) {
            if (chance(15)) continue;
            var name = twin.secure() + "authjs." + check;
            var value = check.equals("state") ? state : "v".repeat(43);
            var owner = chance(92) ? provider : "another";
            var sealed = seal(
                    secrets, chance(95) ? name : "x", Claims.of("value", value).with("provider", owner), 900);
            with = with.cookie(name, chance(92) ? sealed : one("garbage", "", sealed + "x"));
        }
        return "good".equals(ask.query().get("state")) ? with.query("state", state) : with;
    }

    private Ask fields(Ask ask) {
        var with = ask;
        if (chance(8)) with = with.field("csrfToken", one("", "wrong", hex()));
        if (chance(3)) with = with.field("csrfToken", null);
        if (chance(40)) with = with.field("callbackUrl", one(ADDRESSES));
        if (ask.path().endsWith("/email")) with = with.field("email", one(MAILS));
        if (ask.path().endsWith("/credentials") && chance(90)) {
            with = with.field("username", one("ada", "root", "banned", "away", "Žofie"))
                    .field("password", one("correct horse", "correct horse", "guess", "locked", "boom", ""));
            if (chance(30)) with = with.field("email", "ada@example.com");
        }
        if (ask.path().contains("/session") && chance(70)) {
            with = with.field(
                    "data",
                    ask.form() ? "text" : Claims.of("name", one("Neu", "gone")).with("n", 1));
        }
        return with;
    }

    private Ask oddBody(Ask ask) {
        if (!ask.isPost()) return ask;
        var text = "csrfToken=x&callbackUrl=%2Fdash";
        return switch (random.nextInt(7)) {
            case 0 -> ask.body("application/json", "null");
            case 1 -> ask.body("application/json", "[1,2]");
            case 2 -> ask.body("application/json", "{broken");
            case 3 -> ask.body("text/plain", text);
            case 4 -> ask.body("multipart/form-data; boundary=x", text);
            case 5 -> ask.body("Application/JSON", "{\"a\":1}");
            default -> ask.body("", text);
        };
    }

    private String seal(Secrets with, String salt, Claims claims, long seconds) {
        return codec.encode(new EncodeParams(claims, with, salt, seconds));
    }

    private String hex() {
        var text = new StringBuilder();
        for (int i = 0; i < 64; i++) text.append("0123456789abcdef".charAt(random.nextInt(16)));
        return text.toString();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String one(String... values) {
        return one(Arrays.asList(values));
    }

    private <T> T one(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
