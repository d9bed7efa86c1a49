package dev.cardea.transcript;

import dev.cardea.http.CookieHeader;
import dev.cardea.http.Form;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.token.Secrets;
import dev.cardea.vectors.Vectors;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One recorded case: a configuration, a request, and what the reference answered and called. */
record Transcript(String file, Claims json) {
    static final List<String> FILES = List.of(
            "http-basic",
            "http-edge",
            "http-email",
            "http-login-matrix",
            "http-oauth",
            "http-pages",
            "http-providers-special",
            "http-proxy-merge",
            "http-session-db-credentials",
            "http-session-jwt",
            "http-webauthn",
            "assert-base",
            "assert-cred",
            "assert-db",
            "assert-email",
            "assert-endpoints",
            "assert-webauthn");

    static List<Transcript> all() {
        return FILES.stream().flatMap(Transcript::of).toList();
    }

    static Stream<Transcript> of(String file) {
        return Vectors.cases(file).map(c -> new Transcript(file, c));
    }

    String name() {
        return number() + " " + json.text("name");
    }

    String number() {
        return file + "#" + json.value("index");
    }

    Instant now() {
        return Instant.parse(json.text("now"));
    }

    Claims config() {
        return object("config");
    }

    boolean has(String setting) {
        return Boolean.TRUE.equals(config().value(setting));
    }

    boolean isRaw() {
        return has("raw");
    }

    /** With every secret that tokens of this case may have been sealed with. */
    Secrets secrets() {
        var secret = config().value("secret");
        boolean given = secret instanceof String || secret instanceof List<?>;
        return Vectors.secrets(given && !secret.equals("") && !secret.equals(List.of()) ? secret : "secret");
    }

    /** What tokens are hashed with: the secrets as one text, or a provider's own. */
    Set<String> hashSecrets() {
        var all = new LinkedHashSet<String>();
        all.add(secrets().joined());
        providers().map(p -> p.text("secret")).filter(Objects::nonNull).forEach(all::add);
        return all;
    }

    /** What tokens are sealed with besides the secret: mostly the name of the cookie that holds them. */
    List<String> salts() {
        var salts = new ArrayList<>(List.of("encodedState", "encodedWebauthnChallenge"));
        for (var name : List.of("session-token", "state", "nonce", "pkce.code_verifier", "challenge", "email-code")) {
            salts.add("authjs." + name);
            salts.add("__Secure-authjs." + name);
        }
        config().get(Claim.object("cookies"))
                .ifPresent(own -> own.asMap().values().forEach(cookie -> {
                    if (((Map<?, ?>) cookie).get("name") instanceof String name) salts.add(name);
                }));
        return salts;
    }

    Claims request() {
        return object("request");
    }

    boolean isPost() {
        return "POST".equals(request().text("method"));
    }

    String url() {
        return request().text("url");
    }

    String origin() {
        int path = url().indexOf('/', 8);
        return path < 0 ? url() : url().substring(0, path);
    }

    /** Path and query. */
    String target() {
        var rest = url().substring(origin().length());
        return rest.isEmpty() ? "/" : rest;
    }

    String path() {
        int query = target().indexOf('?');
        return query < 0 ? target() : target().substring(0, query);
    }

    Optional<String> query(String name) {
        int query = target().indexOf('?');
        return query < 0 ? Optional.empty() : Form.first(target().substring(query + 1), name);
    }

    String basePath() {
        var path = config().text("basePath");
        return path == null ? "/auth" : path;
    }

    Optional<String> header(String name) {
        return request().get(Claim.object("headers")).map(headers -> headers.text(name));
    }

    Map<String, String> cookies() {
        return header("cookie").map(CookieHeader::parse).orElse(Map.of());
    }

    boolean hasSecureCookies() {
        var set = config().value("useSecureCookies");
        return set instanceof Boolean chosen ? chosen : url().startsWith("https:");
    }

    Stream<Claims> providers() {
        return config().get(Claim.list("providers")).orElse(List.of()).stream().map(p -> Claims.of((Map<?, ?>) p));
    }

    /** The provider that the path names, by the id in force. */
    Optional<Claims> provider() {
        var segments =
                path().substring(basePath().length()).replaceAll("^/+", "").split("/+");
        if (segments.length < 2 || segments[1].isEmpty()) return Optional.empty();
        return providers().filter(p -> segments[1].equals(idOf(p))).findFirst();
    }

    static String idOf(Claims provider) {
        var own = provider.get(Claim.object("options")).orElse(Claims.NONE).text("id");
        return own == null ? provider.text("id") : own;
    }

    /** Whether the path is for this action, without or with a provider behind it. */
    boolean isFor(String action) {
        var rest = path().startsWith(basePath()) ? path().substring(basePath().length()) : "";
        return rest.replaceAll("^/+", "").split("/")[0].equals(action);
    }

    boolean namesProvider() {
        return path().matches(".*/(signin|callback)/+[^/]+/*") && !path().matches(".*/undefined/*");
    }

    Claims object(String name) {
        return json.get(Claim.object(name)).orElse(Claims.NONE);
    }

    List<Claims> objects(String name) {
        return json.get(Claim.list(name)).orElse(List.of()).stream()
                .map(o -> Claims.of((Map<?, ?>) o))
                .toList();
    }

    /** What a double answered when it was called first. */
    Claims returned(String call) {
        return objects("calls").stream()
                .filter(c -> call.equals(c.text("name")))
                .findFirst()
                .flatMap(c -> c.get(Claim.object("returned")))
                .orElse(Claims.NONE);
    }
}
