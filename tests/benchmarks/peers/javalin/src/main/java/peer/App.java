package peer;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.host.javalin.CardeaPlugin;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import io.javalin.Javalin;
import java.util.Optional;
import org.pac4j.core.profile.CommonProfile;
import org.pac4j.core.profile.ProfileManager;
import org.pac4j.javalin.JavalinWebContext;
import org.pac4j.jee.context.session.JEESessionStore;

/** Javalin: the floor, Cardea's plugin, or a profile of pac4j in the session. The first argument says which. */
public class App {
    public static void main(String[] arguments) {
        int port = Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "plain" -> start(port, config -> config.routes.get("/me", ctx -> ctx.json("{\"name\":\"ada\"}")));
            case "cardea" -> start(port, config -> {
                config.registerPlugin(CardeaPlugin.of(auth()));
                config.routes.get("/me", ctx -> {
                    var session = CardeaPlugin.session(ctx).orElseThrow();
                    ctx.contentType("application/json").result("{\"name\":\"" + session.user().name() + "\"}");
                });
            });
            default -> start(port, config -> {
                config.routes.post("/login", ctx -> {
                    var context = new JavalinWebContext(ctx);
                    var profile = new CommonProfile();
                    profile.setId("ada");
                    new ProfileManager(context, new JEESessionStore()).save(true, profile, false);
                    ctx.redirect("/me");
                });
                config.routes.get("/me", ctx -> {
                    var manager = new ProfileManager(new JavalinWebContext(ctx), new JEESessionStore());
                    var profile = manager.getProfile().orElseThrow();
                    ctx.contentType("application/json").result("{\"name\":\"" + profile.getId() + "\"}");
                });
            });
        }
    }

    private static void start(int port, java.util.function.Consumer<io.javalin.config.JavalinConfig> settings) {
        Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    settings.accept(config);
                })
                .start("127.0.0.1", port);
    }

    static Auth auth() {
        return Auth.of(AuthConfig.builder()
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks")
                .trustHost(true)
                .provider(CredentialsProvider.of((entered, request) -> "secret".equals(entered.text("password"))
                                ? Optional.of(User.of("1", "ada", "ada@example.com"))
                                : Optional.empty())
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password"))));
    }
}
