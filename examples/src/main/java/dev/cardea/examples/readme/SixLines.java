package dev.cardea.examples.readme;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.provider.OAuthProvider;

/** The first sample: a way to sign in, and a page that knows who came. */
public final class SixLines {
    private SixLines() {}

    public static HttpHandler site() {
        // sample
        var auth = Auth.of(AuthConfig.builder()
                .provider(OAuthProvider.oidc("acme", "Acme", "https://id.acme.example"))
                .build());

        HttpHandler signIn = auth; // everything below /auth
        HttpHandler hello = auth.wrap((request, session) -> Response.of(
                200, "text/plain", session.map(s -> "Hello " + s.user().name()).orElse("Who are you?")));
        // end
        return request -> auth.handles(request) ? signIn.handle(request) : hello.handle(request);
    }
}
