package dev.cardea.testing;

import com.nimbusds.jose.util.Base64URL;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.Set;

/** Reads the messages of a provider without validating them. */
final class Tokens {
    private Tokens() {}

    static Claims claims(Claims tokens) {
        String[] parts = String.valueOf(tokens.text("id_token")).split("\\.", -1);
        return Json.parseObject(new Base64URL(parts[1]).decodeToString(), 8);
    }

    static Claims header(Claims tokens) {
        String[] parts = String.valueOf(tokens.text("id_token")).split("\\.", -1);
        return Json.parseObject(new Base64URL(parts[0]).decodeToString(), 8);
    }

    /**
     * Returns a sign-in by a client that ignores all errors, as one text; ES256 signatures differ each time, RS256 ones
     * do not.
     */
    static String transcript(Set<Fault> faults) {
        var provider = IdentityProvider.at(
                        "https://op.example", FakeClock.at("2026-01-31T00:00:00Z"), FixedRandomness.of("transcript"))
                .signsIn(Person.of("ada", "Ada Lovelace", "ada@example.com"))
                .client(Client.of("app", "s:cret"))
                .fault(faults.toArray(Fault[]::new));
        var discovery = provider.handle(Request.get("https://op.example" + OpDiscovery.PATH));
        var answer = provider.handle(
                Request.get("https://op.example/authorize?" + Form.encode(StrictClient.authorizationParams())));
        String location = answer.header("Location").orElse("");
        String code = Form.first(location.substring(location.indexOf('?') + 1), "code")
                .filter(text -> !text.isEmpty())
                .orElse("none");
        var tokens = provider.handle(StrictClient.tokenRequest("https://op.example/token", code));
        var userInfo = provider.handle(
                Request.get("https://op.example/userinfo").header("authorization", "Bearer " + accessToken(tokens)));
        var keys = provider.handle(Request.get("https://op.example/jwks"));
        return print(discovery) + print(answer) + print(tokens) + print(userInfo) + print(keys);
    }

    private static String accessToken(Response tokens) {
        String text = tokens.text();
        // With the quotation mark, because a signature may have these three characters, too.
        int start = text.indexOf("\"at-") + 1;
        return start == 0 ? "none" : text.substring(start, start + 67);
    }

    private static String print(Response response) {
        var out = new StringBuilder().append(response.status()).append('\n');
        for (var field : response.headers().fields()) {
            out.append(field.name()).append(": ").append(field.value()).append('\n');
        }
        return out.append(response.text()).append('\n').toString();
    }
}
