package dev.cardea.examples.quickstart;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.mail.Smtp;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.Google;
import dev.cardea.webauthn.Passkey;
import javax.sql.DataSource;

/** The first sample: three ways to sign in, and a page that knows who came. */
public final class Quickstart {
    private Quickstart() {}

    public static Auth auth(DataSource dataSource, String smtp, String address) {
        // sample
        var auth = Auth.of(AuthConfig.builder()
                .adapter(JdbcAdapter.builder(dataSource).migrateOnStart().build())
                .provider(Google.provider())
                .provider(EmailProvider.of("email", Smtp.sender(smtp)).from(address))
                .provider(Passkey.provider()));
        // end
        return auth;
    }

    public static HttpHandler site(Auth auth) {
        // sample
        HttpHandler hello = auth.wrap((request, session) -> Response.of(
                200,
                "text/plain",
                session.map(s -> "Hello " + s.user().displayName()).orElse("Who are you?")));
        HttpHandler site = request -> auth.handles(request) ? auth.handle(request) : hello.handle(request);
        // end
        return site;
    }
}
