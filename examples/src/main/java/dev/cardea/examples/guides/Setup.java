package dev.cardea.examples.guides;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Visitor;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.User;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.providers.Google;
import dev.cardea.providers.Keycloak;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import javax.sql.DataSource;

/** How an application without a framework passes what the guides show to its configuration. */
final class Setup {
    private Setup() {}

    /** Returns the role of a user, from a table of the application. */
    interface Roles {
        String of(User user);
    }

    static void paths(HttpServer server, Auth auth, BiFunction<Request, Visitor, Response> pages) {
        // sample
        server.createContext("/", CardeaHandler.of(auth, pages).protect("/account", "/admin/*"));
        // end
    }

    static void rule(AuthConfig.Builder config) {
        // sample
        config.callbacks(AdminRule.callbacks());
        // end
    }

    static Response drafts(Auth auth, Request request) {
        // sample
        var session = auth.session(request);
        boolean isEditor = session.isPresent()
                && SessionPrincipal.of(session.get()).roles().contains("EDITOR");
        if (!isEditor) return Response.of(403);
        // end
        return Response.of(200, "text/plain", "for editors");
    }

    static void tokenRoles(AuthConfig.Builder config, Roles roles) {
        // sample
        config.callbacks(TokenRoles.callbacks(roles::of));
        // end
    }

    static void staff(AuthConfig.Builder config) {
        // sample
        config.callbacks(StaffOnly.callbacks());
        // end
    }

    static void invited(AuthConfig.Builder config, Invitations invitations) {
        // sample
        config.callbacks(invitations.callbacks());
        // end
    }

    static void limit(AuthConfig.Builder config) {
        // sample
        config.session(SessionOptions.revocable().absoluteAge(Duration.ofHours(12)));
        // end
    }

    static void endedAtProvider(AuthConfig.Builder config) {
        // sample
        config.provider(Keycloak.provider().logout(ProviderLogout.OFF.rpInitiated(RpInitiated.ALWAYS)));
        // end
    }

    static void endedByProvider(AuthConfig.Builder config) {
        // sample
        config.provider(Keycloak.provider().logout(ProviderLogout.OFF.backChannel(true)))
                .session(SessionOptions.revocable());
        // end
    }

    static ScheduledFuture<?> connections(Auth auth, ScheduledExecutorService scheduler) {
        // sample
        var connections = new OpenConnections(auth);
        var timer = scheduler.scheduleWithFixedDelay(connections::check, 30, 30, TimeUnit.SECONDS);
        // end
        return timer;
    }

    static void length(AuthConfig.Builder config) {
        // sample
        config.session(SessionOptions.database().maxAge(Duration.ofHours(8)).updateAge(Duration.ofMinutes(30)));
        // end
    }

    static void remembered(AuthConfig.Builder config) {
        // sample
        config.session(SessionOptions.database().maxAge(Duration.ofDays(90)));
        // end
    }

    static void workspaces(AuthConfig.Builder config) {
        // sample
        config.callbacks(Workspaces.callbacks());
        // end
    }

    static void log(AuthConfig.Builder config, DataSource dataSource) {
        // sample
        config.events(new AuditLog(dataSource, Clock.systemUTC()));
        // end
    }

    static void end(Auth auth, String userId) {
        // sample
        auth.sessions().endAll(userId);
        // end
    }

    static void link(AuthConfig.Builder config) {
        // sample
        config.provider(Google.provider().danger().allowDangerousEmailAccountLinkingOfVerified());
        // end
    }

    static ProviderTokens tokens(JdbcAdapter store, String clientId, String clientSecret) {
        // sample
        var tokenEndpoint = URI.create("https://oauth2.googleapis.com/token");
        var tokens = new ProviderTokens(store, "google", tokenEndpoint, clientId, clientSecret, Clock.systemUTC());
        // end
        return tokens;
    }

    static Optional<String> token(Auth auth, ProviderTokens tokens, Request request) throws Exception {
        // sample
        var user = auth.session(request).orElseThrow().user();
        var token = tokens.of(Objects.requireNonNull(user.id()));
        // end
        return token;
    }

    static Auth tenants(AuthConfig blue, AuthConfig green, AuthConfig other) {
        // sample
        var auth = Tenants.auth(Map.of("blue.example", blue, "green.example", green), other);
        // end
        return auth;
    }
}
