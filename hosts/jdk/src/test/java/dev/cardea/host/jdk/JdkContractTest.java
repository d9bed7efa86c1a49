package dev.cardea.host.jdk;

import dev.cardea.Visitor;
import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.HostLimit;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.Executors;

class JdkContractTest extends HostContract {
    @Override
    public Set<HostLimit> limits() {
        return Set.of(HostLimit.NO_RAW_QUERY);
    }

    @Override
    protected ServedSite start(Application application) throws IOException {
        var server = Jdk.server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var threads = Executors.newFixedThreadPool(32);
        server.createContext("/", site(application));
        server.setExecutor(threads);
        server.start();
        return new ServedSite(server.getAddress().getPort(), () -> {
            server.stop(0);
            threads.shutdownNow();
        });
    }

    private static CardeaHandler site(Application application) {
        return CardeaHandler.of(application.auth(), (request, visitor) -> page(application, request, visitor))
                .protect(Application.PROTECTED.toArray(String[]::new));
    }

    private static Response page(Application application, Request request, Visitor visitor) {
        return switch (request.path()) {
            case "/open" -> Response.of(200, "text/plain", application.open());
            case "/cached" ->
                Response.of(200, "text/plain", application.open()).header("Cache-Control", Application.PUBLIC);
            case "/health" -> Response.of(200, "text/plain", application.health());
            case "/slow" -> Response.of(200, "text/plain", application.slow());
            case "/settings" ->
                Response.of(200, "text/plain", application.settings(visitor.accounts(), visitor.passkeys()));
            case "/me" -> Response.json(200, application.me(visitor.session())).header("Set-Cookie", "seen=1");
            case "/admin", "/admin/", "/admin/x", "/account" ->
                Response.of(200, "text/plain; charset=utf-8", application.inside(visitor.session()));
            case "/do/sign-in" ->
                visitor.signIn(application.signIn(request.rawQuery())).toResponse();
            case "/do/sign-out" ->
                visitor.signOut(application.signOut(request.rawQuery())).toResponse();
            case "/do/update" -> {
                var read = visitor.unstableUpdate(application.update(request.rawQuery()));
                yield Response.json(200, application.me(read.session())).cookies(read.cookies());
            }
            default -> Response.of(404);
        };
    }
}
