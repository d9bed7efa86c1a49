package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.testing.Eventually;
import java.util.List;

/** A certified OpenID provider instead of a test double: npm's oidc-provider, in a process of its own. */
record CertifiedProvider(NodeProcess node, int port) implements AutoCloseable {
    /**
     * Starts one that has these clients. It responds by the time this returns: what an endpoint does at its first request
     * can take a busy machine longer than the ten seconds that Cardea gives a provider.
     */
    static CertifiedProvider start(Claims... clients) {
        var node = NodeProcess.start("op.mjs", "op");
        try {
            var told = node.ask(Claims.of("clients", List.of(clients)));
            var started = new CertifiedProvider(
                    node, told.get(Claim.number("port")).orElseThrow().intValue());
            started.awaitResponses();
            return started;
        } catch (RuntimeException | AssertionError e) {
            node.close();
            throw e;
        }
    }

    private void awaitResponses() {
        responds(200, Request.of("GET", issuer() + "/.well-known/openid-configuration"));
        responds(200, Request.of("GET", issuer() + "/jwks"));
        responds(400, Request.of("GET", issuer() + "/auth"));
        responds(400, Request.post(issuer() + "/token", "application/x-www-form-urlencoded", ""));
    }

    private void responds(int status, Request request) {
        Eventually.passes(() ->
                assertThat(remote().handle(request).status()).as(request.url()).isEqualTo(status));
    }

    String issuer() {
        return "http://localhost:" + port;
    }

    /** What a browser asks. */
    Remote remote() {
        return new Remote(port);
    }

    @Override
    public void close() {
        node.close();
    }
}
