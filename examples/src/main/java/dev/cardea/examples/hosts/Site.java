package dev.cardea.examples.hosts;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Visitor;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.hook.Callbacks;
import dev.cardea.host.jdk.AuthHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.mail.Smtp;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.Google;
import dev.cardea.webauthn.Passkey;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/** A site with three ways in, a store and a session of its own. */
public final class Site {
    /** What may be done. */
    public enum Role {
        READER,
        EDITOR
    }

    // task session
    // sample
    record Me(String id, String name, Role role) {}
    // end

    private Site() {}

    /** The configuration, whatever serves it. */
    public static AuthConfig.Builder config(String smtp, DataSource dataSource, Function<User, Role> roles) {
        // task sign-in
        // sample
        var config = AuthConfig.builder()
                .provider(Google.provider())
                .provider(EmailProvider.of("email", Smtp.sender(smtp)).from("no-reply@app.example"))
                .provider(Passkey.provider())
                .enableWebAuthn(true);
        // end
        // task store
        // sample
        config.adapter(JdbcAdapter.of(dataSource));
        // end
        // task session
        // sample
        config.callbacks(Callbacks.DEFAULT.show("role", roles));
        // end
        return config;
    }

    /** What the page of whoever is signed in says. */
    public static String hello(Optional<Session> session) {
        return session.map(s -> s.as(Me.class))
                .map(me -> "Hello " + me.name() + ", " + me.role())
                .orElse("Who are you?");
    }

    /** Served by the JDK. */
    public static void serve(HttpServer server, Auth auth) {
        // task protect jdk
        // sample
        server.createContext("/", AuthHandler.of(auth, Site::page).protect("/account", "/admin/*"));
        // end
    }

    private static Response page(Request request, Visitor visitor) {
        // task read jdk
        // sample
        var name = visitor.session().map(s -> s.as(Me.class).name()).orElse("stranger");
        // end
        return Response.of(200, "text/plain", "Hello " + name);
    }

    /** The same in parts: one context for the routes, others for pages. */
    public static void serveInParts(HttpServer server, Auth auth) {
        // sample
        HttpHandler page = auth.wrap((request, who) -> Response.of(200, "text/plain", hello(who)));
        server.createContext("/auth", Jdk.handler(auth));
        server.createContext("/account", Jdk.handler(auth.protect(page)));
        // end
    }
}
