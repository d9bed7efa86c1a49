package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static dev.cardea.webauthn.PasskeySite.OP;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.EventNames;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Person;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** A site with a provider, sign-in emails, passwords and passkeys. */
final class EveryMethodSite {
    /** A way to sign in, and the address of its user. */
    enum Method {
        PROVIDER("ada@example.com"),
        EMAIL("bob@example.com"),
        CREDENTIALS("grace@example.com"),
        PASSKEY("eve@example.com");

        final String email;

        Method(String email) {
            this.email = email;
        }
    }

    final InMemoryAdapter memory;
    final PasskeySite site;
    final List<String> events;
    private final Inbox inbox = new Inbox();
    private final Map<Method, SoftAuthenticator> passkeys = new ConcurrentHashMap<>();

    /** @param store leads to that memory */
    EveryMethodSite(
            InMemoryAdapter memory, Adapter store, SessionOptions session, UnaryOperator<AuthConfig.Builder> more) {
        this.memory = memory;
        var noted = new EventNames();
        events = noted.names();
        site = PasskeySite.on(
                memory,
                store,
                c -> more.apply(c.session(session)
                        .events(noted)
                        .provider(OAuthProvider.oidc("op", "Demo ID", OP)
                                .clientId("app")
                                .clientSecret("app-secret"))
                        .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                        .provider(credentials(session))));
        site.op.signsIn(Person.of("ada", "Ada", Method.PROVIDER.email).with("email_verified", true));
    }

    private CredentialsProvider credentials(SessionOptions session) {
        return CredentialsProvider.of((entered, request) -> Optional.of(grace()))
                .field("username", CredentialInput.text("User"))
                .databaseSessions(SessionOptions.Strategy.DATABASE == session.strategy());
    }

    private User grace() {
        var email = Method.CREDENTIALS.email;
        return memory.getUserByEmail(email).orElseGet(() -> memory.createUser(User.of(null, "Grace", email)));
    }

    /** Signs the user of the method in, or up with the first call. Returns where the browser is sent. */
    String signIn(Method method, Browser browser) {
        return switch (method) {
            case PROVIDER ->
                browser.open(APP + "/auth/signin?callbackUrl=%2Fin")
                        .press("Sign in with Demo ID")
                        .url();
            case EMAIL -> browser.open(askForMail(browser)).url();
            case CREDENTIALS ->
                browser.open(APP + "/auth/signin?callbackUrl=%2Fin")
                        .form("Sign in with Credentials")
                        .fill("username", "grace")
                        .submit()
                        .url();
            case PASSKEY -> byPasskey(browser);
        };
    }

    /** Requests a link. */
    String askForMail(Browser browser) {
        browser.open(APP + "/auth/signin?callbackUrl=%2Fin")
                .form("Email me a link")
                .fill("email", Method.EMAIL.email)
                .submit();
        return inbox.last(Method.EMAIL.email).orElseThrow().url();
    }

    private String byPasskey(Browser browser) {
        var known = passkeys.get(Method.PASSKEY);
        if (known == null) {
            var made = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
            var options = site.options(browser, "?action=register&email=" + Method.PASSKEY.email);
            var end = site.send(browser, "register", made.create(options).json());
            if (!end.contains("error=")) passkeys.put(Method.PASSKEY, made);
            return end;
        }
        return site.send(
                browser,
                "authenticate",
                known.get(site.options(browser, "?action=authenticate")).json());
    }

    String session(Browser browser) {
        return site.session(browser);
    }
}
