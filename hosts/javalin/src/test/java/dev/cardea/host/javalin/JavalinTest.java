package dev.cardea.host.javalin;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;

class JavalinTest extends HostContract {
    @Override
    protected ServedSite start(Application application) {
        var server = Javalin.create(config -> pages(config, application)).start("127.0.0.1", 0);
        return new ServedSite(server.port(), server::stop);
    }

    private static void pages(JavalinConfig config, Application app) {
        config.startup.showJavalinBanner = false;
        config.registerPlugin(CardeaPlugin.of(app.auth()).protect(Application.PROTECTED.toArray(String[]::new)));
        config.routes.get("/open", ctx -> ctx.result(app.open()));
        config.routes.get(
                "/cached",
                ctx -> ctx.header("Cache-Control", Application.PUBLIC).result(app.open()));
        config.routes.get("/health", ctx -> ctx.result(app.health()));
        config.routes.get("/slow", ctx -> ctx.result(app.slow()));
        config.routes.get(
                "/settings", ctx -> ctx.result(app.settings(CardeaPlugin.accounts(ctx), CardeaPlugin.passkeys(ctx))));
        config.routes.get("/me", ctx -> {
            ctx.res().addHeader("Set-Cookie", "seen=1");
            ctx.sessionAttribute("principal", String.valueOf(ctx.req().getUserPrincipal()));
            ctx.contentType("application/json").result(app.me(CardeaPlugin.session(ctx)));
        });
        Handler inside = ctx -> ctx.result(app.inside(CardeaPlugin.session(ctx)));
        for (var path : List.of("/admin", "/admin/x", "/account")) {
            config.routes.get(path, inside);
            config.routes.post(path, inside);
            config.routes.put(path, inside);
            config.routes.patch(path, inside);
            config.routes.delete(path, inside);
            config.routes.head(path, inside);
            config.routes.options(path, inside);
        }
        config.routes.post("/do/sign-in", ctx -> CardeaPlugin.signIn(ctx, app.signIn(query(ctx))));
        config.routes.post("/do/sign-out", ctx -> CardeaPlugin.signOut(ctx, app.signOut(query(ctx))));
        config.routes.post(
                "/do/update",
                ctx -> ctx.contentType("application/json")
                        .result(app.me(CardeaPlugin.unstableUpdate(ctx, app.update(query(ctx))))));
    }

    private static String query(Context ctx) {
        return ctx.queryString() == null ? "" : ctx.queryString();
    }
}
