package dev.cardea.transcript;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/** Signing in with a provider. */
final class OAuthRules {
    static final List<Rule> ALL = List.of(
            new Rule("Plain OAuth is not asked for OpenID scopes.", "default scope", "Q-27", OAuthRules::noOpenIdScope),
            new Rule(
                    "A nonce is sent too where a provider does not announce PKCE.",
                    "a provider that does not announce PKCE",
                    "Q-30",
                    OAuthRules::nonceToo),
            new Rule(
                    "The signature of an ID token is verified.",
                    "signature of an ID token",
                    "Q-33",
                    OAuthRules::keysAsked),
            new Rule(
                    "What is stored of an account is chosen when it is verified, before any callback runs.",
                    "the `account` function of a provider",
                    "architecture §3",
                    Rule.ofAnswer(OAuthRules::chosenEarly)),
            new Rule(
                    "A redirect proxy passes answers on to origins that it was given, and the recorded ones gave none.",
                    "a redirect proxy",
                    "docs/decisions/021",
                    OAuthRules::notPassedOn),
            new Rule(
                    "A sign-in that failed leaves no check cookies behind.",
                    "a failed callback",
                    "Q-66",
                    OAuthRules::checksCleared));

    private static final String OPEN_ID = "scope=openid+profile+email";
    private static final String S256 = "code_challenge_method=S256";

    private OAuthRules() {}

    private static boolean isOf(Transcript transcript, String type) {
        return transcript.provider().filter(p -> type.equals(p.text("type"))).isPresent();
    }

    private static Outcome noOpenIdScope(Transcript transcript, Outcome expected) {
        boolean chosen =
                transcript.provider().filter(p -> p.toJson().contains("scope")).isPresent();
        if (!isOf(transcript, "oauth") || chosen) return expected;
        return expected.location("?" + OPEN_ID + "&", "?").location("&" + OPEN_ID, "");
    }

    private static Outcome nonceToo(Transcript transcript, Outcome expected) {
        boolean begins =
                expected.location().contains(S256) && !expected.location().contains("nonce=");
        if (!isOf(transcript, "oidc") || !begins || !discovers(transcript) || announcesS256(transcript))
            return expected;
        var name = AnswerRules.cookieName(transcript, "nonce");
        var id = transcript.provider().orElseThrow().text("id");
        var value = "<jwe " + name + " {\"provider\":\"" + id + "\",\"value\":\"<random our nonce>\"}>";
        var cookies = new ArrayList<>(expected.cookies());
        // The PKCE cookie knows that a nonce was sent, so that losing the nonce's cookie does not lose its check.
        cookies.replaceAll(cookie -> cookie.contains("pkce.code_verifier=<jwe")
                ? cookie.replace("{\"provider\"", "{\"nonce\":true,\"provider\"")
                : cookie);
        cookies.add(AnswerRules.cookie(transcript, "nonce", value, Duration.ofMinutes(15)));
        return expected.location(S256, S256 + "&nonce=<random our nonce>").cookies(cookies);
    }

    private static boolean discovers(Transcript transcript) {
        return transcript.objects("idpRequests").stream().anyMatch(OAuthRules::isDiscovery);
    }

    private static boolean isDiscovery(Claims request) {
        return request.text("url").endsWith("/.well-known/openid-configuration");
    }

    private static boolean announcesS256(Transcript transcript) {
        return transcript.objects("idpRequests").stream()
                .filter(OAuthRules::isDiscovery)
                .map(OAuthRules::answer)
                .flatMap(answer -> answer.get(Claim.list("code_challenge_methods_supported")).stream())
                .anyMatch(methods -> methods.contains("S256"));
    }

    private static Claims answer(Claims request) {
        var body = request.get(Claim.object("answer")).orElseThrow().value("body");
        if (!(body instanceof String text)) return Claims.NONE;
        try {
            return Json.parseObject(text, 20);
        } catch (JsonException e) {
            return Claims.NONE;
        }
    }

    /** The discovery document, unless it was read already, and the keys: once an ID token of a usable kind has come. */
    private static Outcome keysAsked(Transcript transcript, Outcome expected) {
        int token = lastTokenRequest(transcript);
        if (!isOf(transcript, "oidc") || token < 0) return expected;
        var algorithm =
                algorithm(answer(transcript.objects("idpRequests").get(token)).text("id_token"));
        if (algorithm == null || algorithm.equals("HS256") || algorithm.equals("none")) return expected;
        var json = Wire.print(Claims.of("accept", "application/json"));
        var calls = new ArrayList<>(expected.calls());
        int after = calls.size() - transcript.objects("idpRequests").size() + token + 1;
        var jwks = Wire.print(Claims.of("accept", "application/json, application/jwk-set+json"));
        calls.add(after, "http GET " + HttpDouble.JWKS + " " + jwks);
        var issuer = transcript.provider().orElseThrow().text("issuer");
        if (!discovers(transcript)) {
            calls.add(after, "http GET " + issuer + "/.well-known/openid-configuration " + json);
        }
        return expected.calls(calls);
    }

    private static int lastTokenRequest(Transcript transcript) {
        var requests = transcript.objects("idpRequests");
        for (int i = requests.size() - 1; i >= 0; i--)
            if ("POST".equals(requests.get(i).text("method"))) return i;
        return -1;
    }

    private static String algorithm(String token) {
        if (token == null || token.split("\\.", -1).length != 3) return null;
        var header = new String(Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.'))));
        return Json.parseObject(header, 20).text("alg");
    }

    private static Outcome chosenEarly(Outcome expected) {
        int chosen = expected.indexOf("provider.account");
        int first = expected.indexOf("adapter.getUserByAccount");
        if (chosen < 0 || first < 0 || chosen < first) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.add(first, calls.remove(chosen));
        return expected.calls(calls);
    }

    /** The proxy's own error page: codes go to no origin that a request, and not the configuration, has named. */
    private static Outcome notPassedOn(Transcript transcript, Outcome expected) {
        boolean elsewhere =
                expected.location().startsWith("http") && !expected.location().startsWith(transcript.origin() + "/");
        if (!transcript.isFor("callback") || transcript.config().text("redirectProxyUrl") == null || !elsewhere) {
            return expected;
        }
        var page = transcript.origin() + transcript.basePath() + "/error?error=Configuration";
        var calls = new ArrayList<>(expected.calls());
        calls.add("logger.error InvalidConfiguration error");
        return expected.header("location", page).cookies(List.of()).calls(calls);
    }

    private static Outcome checksCleared(Transcript transcript, Outcome expected) {
        boolean checked = Stream.of("oauth", "oidc", "webauthn").anyMatch(type -> isOf(transcript, type));
        if (!checked || !transcript.isFor("callback") || !expected.isRefused() || transcript.isRaw()) return expected;
        var cookies = new ArrayList<>(expected.cookies());
        for (var check : List.of("state", "pkce.code_verifier", "nonce", "challenge")) {
            var name = AnswerRules.cookieName(transcript, check);
            var deletion = AnswerRules.deletion(transcript, check);
            if (transcript.cookies().containsKey(name) && !cookies.contains(deletion)) cookies.add(deletion);
        }
        return expected.cookies(cookies);
    }
}
