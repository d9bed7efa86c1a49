package dev.cardea.examples.hosts;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.hook.Callbacks;
import dev.cardea.mail.Smtp;
import dev.cardea.model.User;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.Google;
import dev.cardea.webauthn.Passkey;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/** A site with three sign-in methods, a store and its own session settings, for any framework integration. */
public final class Site {
    static final int PORT = 3000;

    /** What may be done. */
    public enum Role {
        READER,
        EDITOR
    }

    // task session
    // sample
    record Me(String id, @Nullable String name, Role role) {}
    // end

    /** A site that listens. */
    record RunningSite(int port, AutoCloseable stop) {}

    private Site() {}

    /** With the mail server and the database of this machine; the rest is in the environment. */
    static Auth ofThisMachine() {
        var database = new PGSimpleDataSource();
        database.setUrl("jdbc:postgresql://localhost/app");
        return Auth.of(config("smtp://localhost:1025", database, user -> isEditor(user) ? Role.EDITOR : Role.READER));
    }

    /** The configuration. */
    public static AuthConfig.Builder config(String smtp, DataSource dataSource, Function<User, Role> roles) {
        // task sign-in
        // sample
        var config = AuthConfig.builder()
                .provider(Google.provider())
                .provider(EmailProvider.of("email", Smtp.sender(smtp)).from("no-reply@app.example"))
                .provider(Passkey.provider());
        // end
        // task store
        // sample
        config.adapter(JdbcAdapter.builder(dataSource).migrateOnStart().build());
        // end
        // task session
        // sample
        config.callbacks(Callbacks.DEFAULT.show("role", roles));
        // end
        return config;
    }

    /** By an address that was verified: anyone may sign up with a passkey under an address that is not. */
    private static boolean isEditor(User user) {
        return user.emailVerified() != null && "ada@example.com".equals(user.email());
    }

    /** What a page says to a visitor. */
    static String hello(String name) {
        return "Hello " + name;
    }
}
