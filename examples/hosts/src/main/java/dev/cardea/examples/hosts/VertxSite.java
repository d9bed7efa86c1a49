package dev.cardea.examples.hosts;

import dev.cardea.Auth;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.examples.hosts.Site.RunningSite;
import dev.cardea.host.vertx.CardeaHandler;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** On Vert.x Web. */
public final class VertxSite {
    private VertxSite() {}

    public static void main(String[] args) throws TimeoutException {
        start(Site.PORT, Site.ofThisMachine());
    }

    static RunningSite start(int port, Auth auth) throws TimeoutException {
        var vertx = Vertx.vertx();
        var server = vertx.createHttpServer()
                .requestHandler(router(vertx, auth))
                .listen(port, "127.0.0.1")
                .await(10, TimeUnit.SECONDS);
        return new RunningSite(server.actualPort(), () -> vertx.close().await(10, TimeUnit.SECONDS));
    }

    private static Router router(Vertx vertx, Auth auth) {
        var router = Router.router(vertx);
        // task protect vertx
        // sample
        router.route().order(-1).handler(CardeaHandler.of(auth).protect("/account", "/admin/*"));
        // end
        router.get("/").handler(VertxSite::hello);
        router.get("/account").handler(VertxSite::hello);
        router.get("/admin/*").handler(VertxSite::hello);
        // sample
        router.post().handler(ctx -> {
            if (CardeaHandler.isSameOrigin(ctx)) ctx.next();
            else ctx.fail(403);
        });
        router.post("/out")
                .handler(ctx -> CardeaHandler.signOut(ctx, SignOut.to("/")).onFailure(ctx::fail));
        router.post("/in")
                .handler(ctx -> CardeaHandler.signIn(ctx, SignIn.with("google")).onFailure(ctx::fail));
        // end
        return router;
    }

    private static void hello(RoutingContext ctx) {
        // task read vertx
        // sample
        var name = CardeaHandler.session(ctx).map(s -> s.user().displayName()).orElse("stranger");
        // end
        ctx.end(Site.hello(name));
    }
}
