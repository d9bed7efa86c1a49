package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.URL;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.testing.VirtualAuthenticator;
import dev.cardea.token.Randomness;
import dev.cardea.webauthn.Passkey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A site that has something for each page of the account: a provider, passkeys and the devices of sessions. */
final class FullSite {
    static final String ANN = "ann@example.com";
    static final String BOB = "bob@example.com";

    private static final String OP = "https://op.example";

    private final FakeClock ofProvider = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    final IdentityProvider op = IdentityProvider.at(OP, ofProvider, Randomness.secure())
            .signsIn(Person.of("42", "Ann", ANN).with("email_verified", true))
            .client(Client.of("app", "app-secret").redirectUri(AUTH + "/callback/op"));
    final List<Events.AccountChanged> changes = new CopyOnWriteArrayList<>();
    final TestSite site;
    VirtualAuthenticator device;

    private FullSite(UnaryOperator<Adapter> store, UnaryOperator<AuthConfig.Builder> change) {
        site = TestSite.with(it -> change.apply(it.adapter(store.apply(it.adapter()))
                .http(op)
                .enableWebAuthn(true)
                .session(SessionOptions.database().devices(Devices.REDUCED))
                .provider(
                        OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret"))
                .provider(Passkey.provider())
                .events(new Events() {
                    @Override
                    public void accountChanged(AccountChanged event) {
                        changes.add(event);
                    }
                })));
    }

    static FullSite standard() {
        return new FullSite(it -> it, it -> it);
    }

    static FullSite over(UnaryOperator<Adapter> store) {
        return new FullSite(store, it -> it);
    }

    static FullSite with(UnaryOperator<AuthConfig.Builder> change) {
        return new FullSite(it -> it, change);
    }

    Browser browser() {
        return browser("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");
    }

    Browser browser(String userAgent) {
        return Browser.of(
                Origins.of(URL, it -> site.auth.handle(it.header("User-Agent", userAgent)))
                        .and(op),
                site.clock);
    }

    /** A browser of a user who has just proven the address. */
    Browser signedIn(String email) {
        return signIn(browser(), email);
    }

    Browser signIn(Browser browser, String email) {
        site.post(browser, "/signin/mail", Map.of("email", email));
        site.openMail(browser, email);
        return browser;
    }

    Page open(Browser browser, String page) {
        return browser.open(AUTH + "/account" + page);
    }

    Page post(Browser browser, String page, Map<String, String> fields) {
        return site.post(browser, "/account" + page, fields);
    }

    Claims json(Browser browser, String page) {
        var request = Request.get(AUTH + "/account" + page).header("Accept", "application/json");
        return Json.parseObject(browser.send(request).text(), 10);
    }

    void advance(Duration time) {
        site.clock.advance(time);
        ofProvider.advance(time);
    }

    /** Adds a passkey, as the script of the page does. */
    Page addPasskey(Browser browser) throws VirtualAuthenticator.Refusal {
        return sendPasskey(browser, newPasskey(browser));
    }

    Claims newPasskey(Browser browser) throws VirtualAuthenticator.Refusal {
        var options = passkeyOptions(browser, AUTH + "/webauthn-options/passkey?action=register");
        var user = options.get(Claim.object("user")).orElseThrow();
        var handle = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(String.valueOf(user.text("id")).getBytes(StandardCharsets.UTF_8));
        device = VirtualAuthenticator.of(Randomness.secure());
        return device.create(options.with("user", user.with("id", handle).asMap()), URL);
    }

    /** Signs in with the newest passkey, as the script of the page does. */
    Page signInByPasskey(Browser browser, String options, Map<String, String> fields)
            throws VirtualAuthenticator.Refusal {
        var all = new HashMap<>(fields);
        all.put("action", "authenticate");
        all.put("data", device.get(passkeyOptions(browser, options), URL).toJson());
        return browser.post(AUTH + "/callback/passkey", all);
    }

    Claims passkeyOptions(Browser browser, String url) {
        return Json.parseObject(browser.send(Request.get(url)).text(), 10)
                .get(Claim.object("options"))
                .orElseThrow();
    }

    Page sendPasskey(Browser browser, Claims passkey) {
        var fields = Map.of(
                "action",
                "register",
                "data",
                passkey.toJson(),
                "callbackUrl",
                AUTH + "/account/passkeys?notice=passkey-added");
        return browser.post(AUTH + "/callback/passkey", fields);
    }

    /** Links the account of the provider. */
    Page link(Browser browser) {
        return post(browser, "/providers", Map.of("do", "link", "provider", "op"));
    }

    String idOf(String email) {
        return String.valueOf(site.user(email).orElseThrow().id());
    }

    int accounts(String email) {
        return site.rows.listAccountsByUserId(idOf(email)).size();
    }
}
