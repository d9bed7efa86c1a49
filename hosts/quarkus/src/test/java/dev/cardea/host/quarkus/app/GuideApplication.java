package dev.cardea.host.quarkus.app;

import com.example.guides.PasswordResource;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.examples.guides.AccountImport;
import dev.cardea.password.Passwords;
import dev.cardea.provider.EmailProvider;
import dev.cardea.providers.GitHub;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** The beans of the application that the guides describe. */
public class GuideApplication {
    /** The table of users of another login system. */
    private final List<AccountImport.Row> oldUsers =
            List.of(new AccountImport.Row("k-1", "Grace", "grace@example.com", true));

    // sample
    @Produces
    @Singleton
    Auth auth(Env env, Adapter store, EmailProvider email) {
        return Auth.of(AuthConfig.builder()
                .env(env)
                .adapter(store)
                .provider(GitHub.provider(), email)
                .pages(PagesOptions.NONE.signIn("/login").error("/oops")));
    }
    // end

    @Produces
    @Singleton
    EmailProvider email() {
        return EmailProvider.of("email", GuideParts.INBOX).from("no-reply@app.example");
    }

    @Produces
    @Singleton
    InMemoryAdapter store() {
        return GuideParts.STORE;
    }

    // sample
    @Produces
    @Singleton
    Passwords passwords() {
        return Passwords.standard();
    }
    // end

    @Produces
    @Singleton
    PasswordResource.Hashes hashes() {
        return GuideParts.HASHES::put;
    }

    // sample
    void importUsers(@Observes StartupEvent event, UserAdapter store) {
        var users = new AccountImport(store, "keycloak");
        oldUsers.forEach(users::add);
    }
    // end
}
