package dev.cardea.host.vertx;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.HostLimit;
import dev.cardea.host.testkit.ServedSite;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.SessionHandler;
import io.vertx.ext.web.sstore.LocalSessionStore;
import java.util.Set;
import java.util.concurrent.TimeUnit;

class VertxTest extends HostContract {
    @Override
    public Set<HostLimit> limits() {
        return Set.of(HostLimit.NO_ACCOUNTS);
    }

    @Override
    protected ServedSite start(Application application) throws Exception {
        var vertx = Vertx.vertx();
        var options = new HttpServerOptions().setMaxHeaderSize(32 * 1024).setMaxInitialLineLength(8 * 1024);
        var server = vertx.createHttpServer(options)
                .requestHandler(router(vertx, application))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        return new ServedSite(
                server.actualPort(),
                () -> vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS));
    }

    private static Router router(Vertx vertx, Application app) {
        var router = Router.router(vertx);
        router.route()
                .order(-1)
                .handler(CardeaHandler.of(app.auth()).protect(Application.PROTECTED.toArray(String[]::new)));
        router.route().handler(SessionHandler.create(LocalSessionStore.create(vertx)));
        router.get("/open").handler(ctx -> ctx.end(app.open()));
        router.get("/cached")
                .handler(ctx -> ctx.response()
                        .putHeader("Cache-Control", Application.PUBLIC)
                        .end(app.open()));
        router.get("/health").blockingHandler(ctx -> ctx.end(app.health()), false);
        router.get("/slow").blockingHandler(ctx -> ctx.end(app.slow()), false);
        router.get("/me").handler(ctx -> {
            ctx.response().headers().add("Set-Cookie", "seen=1");
            ctx.session().put("visits", 1);
            json(ctx, app.me(CardeaHandler.session(ctx)));
        });
        Handler<RoutingContext> inside = ctx -> ctx.response()
                .putHeader("Content-Type", "text/plain;charset=utf-8")
                .end(app.inside(CardeaHandler.session(ctx)));
        router.route("/admin").handler(inside);
        router.route("/admin/*").handler(inside);
        router.route("/account").handler(inside);
        router.post("/do/sign-in")
                .handler(
                        ctx -> CardeaHandler.signIn(ctx, app.signIn(query(ctx))).onFailure(ctx::fail));
        router.post("/do/sign-out")
                .handler(ctx ->
                        CardeaHandler.signOut(ctx, app.signOut(query(ctx))).onFailure(ctx::fail));
        router.post("/do/update")
                .handler(ctx -> CardeaHandler.unstableUpdate(ctx, app.update(query(ctx)))
                        .onSuccess(session -> json(ctx, app.me(session)))
                        .onFailure(ctx::fail));
        return router;
    }

    private static void json(RoutingContext ctx, String json) {
        ctx.response().putHeader("Content-Type", "application/json").end(json);
    }

    private static String query(RoutingContext ctx) {
        return ctx.request().query() == null ? "" : ctx.request().query();
    }
}
