package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** What a client says about its own identity, to an application behind forward authentication. */
final class IdentityAttacks {
    private static final List<String> USER_HEADERS =
            List.of("Cardea-User-Id", "Cardea-User-Email", "Cardea-User-Name", "Cardea-User-Roles");

    private static final String TOKEN = "Cardea-Identity";

    static final List<AttackCase> ALL = List.of(AttackCase.anonymous(
            "A48",
            "the client's own Cardea-User headers, and forged identity tokens",
            "they are replaced; protected pages stay closed",
            "Have the proxy copy all five headers of the response, also the empty ones, and verify Cardea-Identity.",
            IdentityAttacks::forged));

    private IdentityAttacks() {}

    private static void forged(Trial trial) throws IOException {
        var site = trial.site();
        var keys = JsonAnswers.object(trial.send(Call.get(site.route("/jwks"))).text())
                .flatMap(it -> it.get(Claim.list("keys")))
                .orElseThrow(() ->
                        Trial.noTarget("the site has no forward authentication: no keys at " + site.route("/jwks")));
        var kid = keys.stream()
                .filter(Map.class::isInstance)
                .map(key -> String.valueOf(((Map<?, ?>) key).get("kid")))
                .findFirst();
        var marker = "cardea-attack-" + UUID.randomUUID();
        for (var headers : forgeries(site, marker, kid)) {
            pages(trial, headers, marker);
            session(trial, headers);
            questions(trial, headers, marker);
        }
    }

    /** Returns sets of headers. An application may read an underscore as a hyphen. */
    private static List<List<Header>> forgeries(TargetSite site, String marker, Optional<String> kid) {
        List<Header> plain = new ArrayList<>();
        List<Header> underscores = new ArrayList<>();
        for (var name : USER_HEADERS) {
            var value = name.endsWith("Email") ? marker + "@example.com" : marker;
            plain.add(new Header(name, value));
            underscores.add(new Header(name.replace('-', '_'), value));
        }
        var claims = Claims.of("iss", site.origin())
                .with("aud", site.origin())
                .with("sub", marker)
                .with("name", marker)
                .with("email", marker + "@example.com")
                .with("iat", Instant.now().getEpochSecond())
                .with("exp", Instant.now().getEpochSecond() + 60);
        var unsigned = encoded("{\"alg\":\"none\"}") + "." + encoded(claims.toJson()) + ".";
        var signed = signed(kid.orElse("1"), claims);
        return List.of(
                plain,
                underscores,
                with(plain, new Header(TOKEN, unsigned)),
                with(plain, new Header(TOKEN, signed)),
                List.of(new Header(TOKEN, signed), new Header("Authorization", "Bearer " + signed)));
    }

    private static List<Header> with(List<Header> headers, Header further) {
        List<Header> all = new ArrayList<>(headers);
        all.add(further);
        return all;
    }

    private static void pages(Trial trial, List<Header> headers, String marker) throws IOException {
        var start = trial.send(call("/", headers));
        if (start.text().contains(marker)) trial.found(start, "the application shows the client's own identity");
        for (var path : trial.site().protectedPaths()) {
            var answer = trial.send(call(path, headers));
            if (answer.status() / 100 == 2) trial.found(answer, answer.outcome() + " for a visitor without a session");
        }
    }

    private static void session(Trial trial, List<Header> headers) throws IOException {
        var answer = trial.send(call(trial.site().route("/session"), headers));
        if (trial.site().session(answer).isPresent()) trial.found(answer, "a session for a forged identity");
    }

    /** From a trusted proxy, the question is answered; from anyone else, it is not. */
    private static void questions(Trial trial, List<Header> headers, String marker) throws IOException {
        var site = trial.site();
        for (var path :
                Stream.concat(Stream.of("/"), site.protectedPaths().stream()).toList()) {
            var answer = trial.send(call(site.route("/verify/forward-auth"), headers)
                    .header("X-Forwarded-Method", "GET")
                    .header("X-Forwarded-Proto", site.url().scheme())
                    .header("X-Forwarded-Host", site.url().authority())
                    .header("X-Forwarded-Uri", path));
            boolean isRepeated = answer.headers().stream()
                    .anyMatch(header ->
                            header.name().startsWith("Cardea") && header.value().contains(marker));
            if (isRepeated) trial.found(answer, "the proxy is given the client's own identity");
            boolean isProtected = site.protectedPaths().contains(path);
            if (isProtected && answer.status() / 100 == 2) {
                trial.found(answer, "the proxy may show " + path + " to a visitor without a session");
            }
        }
    }

    private static Call call(String target, List<Header> headers) {
        var call = Call.get(target);
        for (var header : headers) call = call.header(header.name(), header.value());
        return call;
    }

    /** Returns a token with the name of the site's key, and the signature of another one. */
    private static String signed(String kid, Claims claims) {
        var header = Claims.of("alg", "ES256").with("kid", kid).with("typ", "JWT");
        var content = encoded(header.toJson()) + "." + encoded(claims.toJson());
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(generator.generateKeyPair().getPrivate());
            signature.update(content.getBytes(UTF_8));
            return content + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has ES256", e);
        }
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
    }
}
