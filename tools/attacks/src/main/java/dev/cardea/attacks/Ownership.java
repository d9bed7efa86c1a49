package dev.cardea.attacks;

import dev.cardea.bridge.BridgeMode;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.jose.Hashes;
import dev.cardea.token.Secrets;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that a site belongs to the caller before it is attacked: it is on this machine, or it knows the secret that
 * the caller has. A site shows that by its answer to a signed call over the bridge. Where the bridge is off, or a proxy
 * changes what was signed, the digest in the cookie of its CSRF token shows it as well.
 */
final class Ownership {
    private final TargetSite.Connection connection;
    private final Clock clock;

    Ownership(TargetSite.Connection connection, Clock clock) {
        this.connection = connection;
        this.clock = clock;
    }

    /** @throws NotYourSiteException where the site did not show it */
    void require(@Nullable Secrets secrets, List<String> basePaths) throws IOException {
        if (secrets == null) {
            throw new NotYourSiteException(connection.url().origin()
                    + " is not on this machine; only your own site may be attacked, so give its secret");
        }
        for (var basePath : basePaths) {
            if (answersSignedCall(secrets, basePath) || signsTokens(secrets, basePath)) return;
        }
        throw new NotYourSiteException(connection.url().origin()
                + " did not prove that it knows the secret, so it was not attacked; is this the secret of the site,"
                + " and the path of its routes?");
    }

    private boolean answersSignedCall(Secrets secrets, String basePath) throws IOException {
        var answer = connection.send(signed(secrets.newest(), basePath + "/providers"));
        return answer.status() == 200
                && JsonAnswers.object(answer.text())
                        .filter(it -> it.has("core"))
                        .isPresent();
    }

    private Call signed(String secret, String target) {
        var request = Request.of("GET", connection.url().scheme(), target, Headers.NONE, new byte[0], null);
        return BridgeCalls.signed(secret, BridgeMode.READ, request, clock.instant());
    }

    private boolean signsTokens(Secrets secrets, String basePath) throws IOException {
        var answer = connection.send(Call.get(basePath + "/csrf"));
        var token = JsonAnswers.member(answer.text(), "csrfToken");
        if (token.isEmpty()) return false;
        var digest = Hashes.sha256Hex(token.get() + secrets.joined());
        return answer.cookies().stream()
                .map(cookie -> Form.decodeComponent(cookie.value()))
                .flatMap(Optional::stream)
                .anyMatch(value -> Hashes.equal(value, token.get() + "|" + digest));
    }

    @Override
    public String toString() {
        return "Ownership of " + connection.url().origin();
    }
}
