package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Visitor;
import dev.cardea.hooks.HookSettings;
import dev.cardea.hooks.Hooks;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.CredentialInput;
import dev.cardea.providers.Keycloak;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;

/** A Java application that signs the users of a JavaScript site in, and asks that site for decisions. */
public final class SiteCore {
    private SiteCore() {}

    public static void main(String[] args) throws IOException {
        // The URL of the site that receives hooks: https://{the site}/api/auth/hooks
        var settings = HookSettings.at(System.getenv("HOOKS_URL"));
        var hooks = Hooks.of(settings, System.getenv("AUTH_SECRET"));
        var auth = auth(hooks);

        int port = Integer.getInteger("port", 3100);
        var server = Jdk.server(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        server.createContext("/", CardeaHandler.of(auth, SiteCore::page).protect("/account"));
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
        hooks.start(); // asks the site which callbacks and events it has, now and every minute
        System.out.println("Listening on http://127.0.0.1:" + port);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> hooks.drain(Duration.ofSeconds(5))));
    }

    static Auth auth(Hooks hooks) {
        return Auth.of(AuthConfig.builder() // AUTH_URL, AUTH_SECRET and AUTH_KEYCLOAK_… are in the environment
                .basePath("/api/auth")
                .bridge(true)
                .application(hooks)
                .callbacks(hooks.callbacks())
                .events(hooks.events())
                .provider(hooks.provider(Keycloak.provider())) // profile and account, if the site has them
                .provider(hooks.credentials("credentials") // authorize of the site
                        .field("username", CredentialInput.text("Name"))
                        .field("password", CredentialInput.password("Password"))));
    }

    /** A page of the Java application, for users that the site has signed in. */
    private static Response page(Request request, Visitor visitor) {
        var name = visitor.session().map(session -> session.user().displayName());
        return Response.of(200, "text/plain", name.map(user -> "Hello " + user).orElse("Who are you?"));
    }
}
// end
