package dev.cardea.adapter.testkit;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.webauthn.spi.Attestation;
import dev.cardea.webauthn.spi.AttestationObject;
import dev.cardea.webauthn.spi.AttestedCredential;
import dev.cardea.webauthn.spi.AuthenticatorData;
import dev.cardea.webauthn.spi.Ceremonies;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** A site with every sign-in method that uses the store, and one visitor at a time. */
final class CountedSite {
    private static final String APP = "https://app.example";

    private final List<String> links = new ArrayList<>();
    private final Adapter adapter;
    private final Auth withRows;
    private final Auth withRecords;
    private Auth auth;
    private final String visitor = Samples.unique();
    private Map<String, String> cookies = new LinkedHashMap<>();
    private String account = "";
    private byte[] passkey = new byte[0];
    private long counter;

    CountedSite(Adapter adapter) {
        this.adapter = adapter;
        withRows = site(SessionOptions.database());
        withRecords = site(SessionOptions.revocable().confirmAge(Duration.ZERO));
        auth = withRows;
    }

    private Auth site(SessionOptions sessions) {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(adapter)
                .session(sessions)
                .rateLimits(RateLimits.OFF)
                .http(this::provider)
                .provider(
                        OAuthProvider.oauth("demo", "Demo")
                                .clientId("app")
                                .clientSecret("app-secret")
                                .checks(Check.STATE)
                                .authorization("https://op.example/authorize")
                                .token("https://op.example/token")
                                .userinfo("https://op.example/userinfo"),
                        EmailProvider.of("email", request -> links.add(request.url()))
                                .from("no-reply@app.example"),
                        WebAuthnProvider.of("passkey", "Passkey", new TrustingCeremonies()))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException expected) {}
                })
                .build());
    }

    /** Performs the lookups that happen once per process, such as those of tables. */
    void warmUp() {
        for (var flow : Flow.values()) prepared(flow).run();
    }

    /** Runs everything before the step that is counted. */
    Runnable prepared(Flow flow) {
        auth = flow.compareTo(Flow.CONFIRMATION) < 0 ? withRows : withRecords;
        return switch (flow) {
            case SESSION_CHECK -> {
                signInByLink();
                yield () -> get("/auth/session");
            }
            case SIGN_OUT -> {
                signInByLink();
                var csrf = csrf();
                yield () -> post("/auth/signout", Map.of("csrfToken", csrf));
            }
            case LINK -> {
                signInByLink();
                cookies = new LinkedHashMap<>();
                var link = askForLink();
                yield () -> get(link.substring(APP.length()));
            }
            case OAUTH_KNOWN -> {
                begin();
                account = Samples.unique();
                finish(startOAuth());
                begin();
                var state = startOAuth();
                yield () -> finish(state);
            }
            case OAUTH_NEW -> {
                begin();
                account = Samples.unique();
                var state = startOAuth();
                yield () -> finish(state);
            }
            case PASSKEY -> {
                begin();
                passkey = Samples.unique().getBytes(StandardCharsets.UTF_8);
                var made = registration(options("?action=register&email=" + Form.encodeComponent(Samples.address())));
                post("/auth/callback/passkey", made);
                begin();
                var used = assertion(options(""));
                yield () -> post("/auth/callback/passkey", used);
            }
            case CONFIRMATION -> {
                signInByLink();
                yield () -> get("/auth/session");
            }
            case SESSION_LIST -> {
                var user = signedInTwentyTimes();
                yield () -> auth.sessions().list(user);
            }
            case SESSION_END -> {
                var user = signedInTwentyTimes();
                var another = Samples.registry(adapter).listSessionRecords(user).get(0);
                yield () -> auth.sessions().end(user, another.id());
            }
        };
    }

    /** Requires that the flow succeeded, because the count of a failed flow means nothing. */
    void requireDone(Flow flow) {
        boolean isSignedIn = !get("/auth/session").text().equals("null");
        if (isSignedIn == (flow == Flow.SIGN_OUT)) throw new AssertionError(flow + " did not work");
    }

    private void begin() {
        cookies = new LinkedHashMap<>();
    }

    // --- sign-in links ---

    private void signInByLink() {
        begin();
        get(askForLink().substring(APP.length()));
    }

    /** Returns the user. */
    private String signedInTwentyTimes() {
        signInByLink();
        var user = Samples.id(
                Samples.users(adapter).getUserByEmail(visitor + "@example.com").orElseThrow());
        int more = 20 - Samples.registry(adapter).listSessionRecords(user).size();
        for (int i = 0; i < more; i++)
            Samples.registry(adapter).registerSession(Samples.record(Samples.sessionId(), user));
        return user;
    }

    private String askForLink() {
        post("/auth/signin/email", Map.of("csrfToken", csrf(), "email", visitor + "@example.com"));
        return links.get(links.size() - 1);
    }

    // --- a provider that signs every visitor in ---

    private String startOAuth() {
        var answer = post("/auth/signin/demo", Map.of("csrfToken", csrf()));
        var location = answer.header("location").orElseThrow();
        return Objects.requireNonNull(
                Form.decode(location.substring(location.indexOf('?') + 1)).get("state"));
    }

    private void finish(String state) {
        get("/auth/callback/demo?" + Form.encode(Map.of("code", "1", "state", state)));
    }

    private Response provider(Request request) {
        return request.path().equals("/token")
                ? Response.json(200, "{\"access_token\":\"t\",\"token_type\":\"bearer\",\"expires_in\":3600}")
                : Response.json(
                        200,
                        Claims.of("id", account)
                                .with("name", "Ada")
                                .with("email", account + "@example.com")
                                .toJson());
    }

    // --- a passkey without a key ---

    private Claims options(String query) {
        var answer = get("/auth/webauthn-options/passkey" + query);
        return Json.parseObject(answer.text(), 10).get(Claim.object("options")).orElseThrow();
    }

    private Map<String, String> registration(Claims options) {
        var response = Claims.of("clientDataJSON", client("webauthn.create", options))
                .with("attestationObject", base64Url(TrustingCeremonies.object(rpIdHash(), passkey)));
        return answer("register", response);
    }

    private Map<String, String> assertion(Claims options) {
        counter++;
        var handle = userHandle;
        var response = Claims.of("clientDataJSON", client("webauthn.get", options))
                .with("authenticatorData", base64Url(TrustingCeremonies.data(rpIdHash(), counter)))
                .with("signature", base64Url(new byte[] {1}))
                .with("userHandle", handle);
        return answer("authenticate", response);
    }

    private String userHandle = "";

    private String client(String type, Claims options) {
        options.get(Claim.object("user")).map(user -> user.text("id")).ifPresent(id -> userHandle = id);
        var json = Claims.of("type", type)
                .with("challenge", options.text("challenge"))
                .with("origin", APP)
                .with("crossOrigin", false)
                .toJson();
        return base64Url(json.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> answer(String action, Claims response) {
        var id = base64Url(passkey);
        var data =
                Claims.of("id", id).with("rawId", id).with("type", "public-key").with("response", response.asMap());
        return Map.of("action", action, "data", data.toJson());
    }

    private static byte[] rpIdHash() {
        return Hashes.sha256("app.example".getBytes(StandardCharsets.UTF_8));
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Accepts every signature, because only the store is tested. */
    private static final class TrustingCeremonies implements Ceremonies {
        private static final int PRESENT_AND_VERIFIED = 0x05;

        static byte[] data(byte[] rpIdHash, long counter) {
            return ByteBuffer.allocate(37)
                    .put(rpIdHash)
                    .put((byte) PRESENT_AND_VERIFIED)
                    .putInt((int) counter)
                    .array();
        }

        static byte[] object(byte[] rpIdHash, byte[] id) {
            return ByteBuffer.allocate(37 + id.length)
                    .put(data(rpIdHash, 0))
                    .put(id)
                    .array();
        }

        @Override
        public AuthenticatorData authenticatorData(byte[] bytes) {
            var buffer = ByteBuffer.wrap(bytes);
            byte[] rpIdHash = new byte[32];
            buffer.get(rpIdHash);
            return new AuthenticatorData(rpIdHash, buffer.get(), buffer.getInt(), null);
        }

        @Override
        public AttestationObject attestationObject(byte[] bytes) {
            var data = authenticatorData(bytes);
            byte[] id = new byte[bytes.length - 37];
            System.arraycopy(bytes, 37, id, 0, id.length);
            var credential = new AttestedCredential(new byte[16], id, new byte[] {1});
            return new AttestationObject(
                    "none", new AuthenticatorData(data.rpIdHash(), data.flags(), 0, credential), bytes);
        }

        @Override
        public long algorithm(byte[] publicKey) {
            return -7;
        }

        @Override
        public Attestation attestation(AttestationObject object, byte[] clientDataHash, String rpId) {
            return new Attestation(Attestation.Type.NONE, "none", List.of());
        }

        @Override
        public boolean isSigned(byte[] publicKey, byte[] signed, byte[] signature) {
            return true;
        }
    }

    // --- a browser ---

    private String csrf() {
        return Objects.requireNonNull(
                Json.parseObject(get("/auth/csrf").text(), 2).text("csrfToken"));
    }

    private Response get(String target) {
        return send(Request.get(APP + target));
    }

    private Response post(String path, Map<String, String> fields) {
        return send(Request.post(APP + path, "application/x-www-form-urlencoded", Form.encode(fields)));
    }

    private Response send(Request request) {
        var sent = cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
        var answer = auth.handle(sent.isEmpty() ? request : request.header("cookie", sent));
        for (var line : answer.headers().all("set-cookie")) {
            var pair = line.substring(0, line.indexOf(';'));
            int equals = pair.indexOf('=');
            if (line.contains("Max-Age=0") || pair.length() == equals + 1) cookies.remove(pair.substring(0, equals));
            else cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return answer;
    }
}
