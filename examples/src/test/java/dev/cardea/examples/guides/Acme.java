package dev.cardea.examples.guides;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.HttpHandler;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Instant;

/** A site with a provider and sign-in links, for the samples of the guides. */
final class Acme {
    static final String APP = "https://app.example";
    static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    final FakeClock clock = FakeClock.at(Instant.now());
    final Inbox inbox = new Inbox();
    final IdentityProvider provider = IdentityProvider.at("https://id.example", clock, Randomness.secure())
            .client(Client.of("web", "s")
                    .redirectUri(APP + "/auth/callback/acme")
                    .redirectUri(APP + "/auth/callback/github"));

    AuthConfig.Builder config() {
        return configWithoutProvider().provider(acme());
    }

    AuthConfig.Builder configWithoutProvider() {
        return local().clock(clock).url(APP).http(provider);
    }

    /** A configuration for a site on this machine, with the system's clock. */
    static AuthConfig.Builder local() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret(SECRET);
    }

    OAuthProvider acme() {
        return OAuthProvider.oidc("acme", "Acme", "https://id.example")
                .clientId("web")
                .clientSecret("s");
    }

    EmailProvider email() {
        return EmailProvider.of("email", inbox).from("no-reply@app.example");
    }

    Browser browser(HttpHandler site) {
        return Browser.of(Origins.of(APP, site).and(provider), clock);
    }

    /** Signs in with the provider, and returns the session as the browser reads it. */
    String session(Auth auth, Person person) {
        provider.signsIn(person);
        var browser = browser(auth);
        browser.open(APP + "/auth/signin").press("Sign in with Acme");
        return browser.open(APP + "/auth/session").text();
    }

    static Person person(String address, boolean isVerified) {
        return Person.of(address, "Ada", address).with("email_verified", isVerified);
    }

    /** A site whose pages are beside the routes. */
    static HttpHandler site(Auth auth, HttpHandler pages) {
        return request -> auth.handles(request) ? auth.handle(request) : pages.handle(request);
    }
}
