package dev.cardea.host.micronaut;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.host.testkit.Telemetry;
import dev.cardea.model.Session;
import io.micrometer.core.instrument.MeterRegistry;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Options;
import io.micronaut.http.annotation.Patch;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.cookie.Cookie;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.Map;
import java.util.Optional;

class MicronautTest extends HostContract {
    private static final String KIT = "kit";

    @Override
    protected ServedSite start(Application application) {
        var app = RunningApplication.by(
                KIT, application.auth(), Map.of("cardea.protect", Application.PROTECTED), application);
        return new ServedSite(app.port(), app, new Telemetry(app.context().getBean(MeterRegistry.class), "/health"));
    }

    @Controller
    @Requires(property = "test", value = KIT)
    static class Pages {
        private final Application app;

        Pages(Application app) {
            this.app = app;
        }

        @Get("/open")
        @Produces(MediaType.TEXT_PLAIN)
        String open() {
            return app.open();
        }

        @Get("/cached")
        @Produces(MediaType.TEXT_PLAIN)
        HttpResponse<String> cached() {
            return HttpResponse.ok(app.open()).header("Cache-Control", Application.PUBLIC);
        }

        @Get("/slow")
        @Produces(MediaType.TEXT_PLAIN)
        @ExecuteOn(TaskExecutors.BLOCKING)
        String slow() {
            return app.slow();
        }

        @Get("/settings")
        @Produces(MediaType.TEXT_PLAIN)
        @ExecuteOn(TaskExecutors.BLOCKING)
        String settings(HttpRequest<?> request) {
            return app.settings(Cardea.accounts(request), Cardea.passkeys(request));
        }

        @Get("/me")
        HttpResponse<String> me(Optional<Session> session) {
            return HttpResponse.ok(app.me(session)).cookie(Cookie.of("seen", "1"));
        }

        @Get(uris = {"/admin", "/admin/x", "/account"})
        @Produces("text/plain;charset=utf-8")
        String inside(Optional<Session> session) {
            return app.inside(session);
        }

        @Post(uris = {"/admin", "/admin/x", "/account"})
        @Consumes(MediaType.ALL)
        @Produces("text/plain;charset=utf-8")
        String post(Optional<Session> session) {
            return app.inside(session);
        }

        @Put(uris = {"/admin", "/admin/x", "/account"})
        @Consumes(MediaType.ALL)
        @Produces("text/plain;charset=utf-8")
        String put(Optional<Session> session) {
            return app.inside(session);
        }

        @Patch(uris = {"/admin", "/admin/x", "/account"})
        @Consumes(MediaType.ALL)
        @Produces("text/plain;charset=utf-8")
        String patch(Optional<Session> session) {
            return app.inside(session);
        }

        @Delete(uris = {"/admin", "/admin/x", "/account"})
        @Consumes(MediaType.ALL)
        @Produces("text/plain;charset=utf-8")
        String delete(Optional<Session> session) {
            return app.inside(session);
        }

        @Options(uris = {"/admin", "/admin/x", "/account"})
        @Consumes(MediaType.ALL)
        @Produces("text/plain;charset=utf-8")
        String options(Optional<Session> session) {
            return app.inside(session);
        }

        @ExecuteOn(TaskExecutors.BLOCKING)
        @Post("/do/sign-in")
        @Consumes(MediaType.ALL)
        HttpResponse<?> signIn(HttpRequest<?> request) {
            return Cardea.signIn(request, app.signIn(query(request)));
        }

        @ExecuteOn(TaskExecutors.BLOCKING)
        @Post("/do/sign-out")
        @Consumes(MediaType.ALL)
        HttpResponse<?> signOut(HttpRequest<?> request) {
            return Cardea.signOut(request, app.signOut(query(request)));
        }

        @ExecuteOn(TaskExecutors.BLOCKING)
        @Post("/do/update")
        @Consumes(MediaType.ALL)
        String update(HttpRequest<?> request) {
            return app.me(Cardea.unstableUpdate(request, app.update(query(request))));
        }

        private static String query(HttpRequest<?> request) {
            return Optional.ofNullable(request.getUri().getRawQuery()).orElse("");
        }
    }
}
