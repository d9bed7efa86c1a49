package dev.cardea.host.helidon;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.HostLimit;
import dev.cardea.host.testkit.ServedSite;
import io.helidon.http.Method;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http1.Http1Config;
import java.util.Set;

class HelidonTest extends HostContract {
    @Override
    public Set<HostLimit> limits() {
        return Set.of(HostLimit.NO_RAW_QUERY);
    }

    @Override
    protected ServedSite start(Application application) {
        var server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .addProtocol(Http1Config.builder()
                        .maxHeadersSize(32 * 1024)
                        .maxPrologueLength(8 * 1024)
                        .build())
                .routing(routing -> pages(routing, application))
                .build()
                .start();
        return new ServedSite(server.port(), server::stop);
    }

    private static void pages(HttpRouting.Builder routing, Application app) {
        Handler inside = (req, res) -> {
            var text = app.inside(CardeaFilter.session(req));
            res.header("Content-Type", "text/plain; charset=utf-8");
            // Helidon sends a body even to HEAD.
            if (req.prologue().method() == Method.HEAD) res.send();
            else res.send(text);
        };
        routing.addFilter(CardeaFilter.of(app.auth()).protect(Application.PROTECTED.toArray(String[]::new)))
                .get(
                        "/open",
                        (req, res) -> res.header("Content-Type", "text/plain").send(app.open()))
                .get(
                        "/cached",
                        (req, res) -> res.header("Content-Type", "text/plain")
                                .header("Cache-Control", Application.PUBLIC)
                                .send(app.open()))
                .get(
                        "/health",
                        (req, res) -> res.header("Content-Type", "text/plain").send(app.health()))
                .get(
                        "/slow",
                        (req, res) -> res.header("Content-Type", "text/plain").send(app.slow()))
                .get(
                        "/settings",
                        (req, res) -> res.header("Content-Type", "text/plain")
                                .send(app.settings(CardeaFilter.accounts(req), CardeaFilter.passkeys(req))))
                .get("/me", (req, res) -> {
                    res.headers().addCookie("seen", "1");
                    res.header("Content-Type", "application/json").send(app.me(CardeaFilter.session(req)));
                })
                .any("/admin", inside)
                .any("/admin/*", inside)
                .any("/account", inside)
                .post("/do/sign-in", (req, res) -> CardeaFilter.signIn(req, res, app.signIn(query(req))))
                .post("/do/sign-out", (req, res) -> CardeaFilter.signOut(req, res, app.signOut(query(req))))
                .post("/do/update", (req, res) -> {
                    var session = CardeaFilter.unstableUpdate(req, res, app.update(query(req)));
                    res.header("Content-Type", "application/json").send(app.me(session));
                });
    }

    private static String query(ServerRequest req) {
        return req.prologue().hasQuery() ? req.prologue().query().rawValue() : "";
    }
}
