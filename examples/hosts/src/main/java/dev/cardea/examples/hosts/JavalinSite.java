package dev.cardea.examples.hosts;

import dev.cardea.Auth;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.examples.hosts.Site.RunningSite;
import dev.cardea.host.javalin.CardeaPlugin;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.HandlerType;

/** On Javalin. */
public final class JavalinSite {
    private JavalinSite() {}

    public static void main(String[] args) {
        start(Site.PORT, Site.ofThisMachine());
    }

    static RunningSite start(int port, Auth auth) {
        var server = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    // task protect javalin
                    // sample
                    config.registerPlugin(CardeaPlugin.of(auth).protect("/account", "/admin/*"));
                    // end
                    config.routes.get("/", JavalinSite::hello);
                    config.routes.get("/account", JavalinSite::hello);
                    config.routes.get("/admin/{page}", JavalinSite::hello);
                    // sample
                    config.routes.before(ctx -> {
                        if (ctx.method() == HandlerType.POST && !CardeaPlugin.isSameOrigin(ctx)) {
                            throw new ForbiddenResponse();
                        }
                    });
                    config.routes.post(
                            "/in",
                            ctx -> CardeaPlugin.signIn(
                                    ctx, SignIn.with("google").redirectTo("/account")));
                    config.routes.post("/out", ctx -> CardeaPlugin.signOut(ctx, SignOut.to("/")));
                    // end
                })
                .start("127.0.0.1", port);
        return new RunningSite(server.port(), server::stop);
    }

    private static void hello(Context ctx) {
        // task read javalin
        // sample
        var name = CardeaPlugin.session(ctx).map(s -> s.user().displayName()).orElse("stranger");
        // end
        ctx.result(Site.hello(name));
    }
}
