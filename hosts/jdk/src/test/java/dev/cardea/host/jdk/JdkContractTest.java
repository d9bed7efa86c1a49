package dev.cardea.host.jdk;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.ProtectedPaths;
import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.Limit;
import dev.cardea.host.testkit.Served;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.Executors;

class JdkContractTest extends HostContract {
    private static final ProtectedPaths GUARDED = ProtectedPaths.of(Application.PROTECTED);

    @Override
    public Set<Limit> limits() {
        return Set.of(Limit.NO_RAW_QUERY);
    }

    @Override
    protected Served start(Application application) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var threads = Executors.newFixedThreadPool(32);
        server.createContext("/", Jdk.handler(site(application)));
        server.setExecutor(threads);
        server.start();
        return new Served(server.getAddress().getPort(), () -> {
            server.stop(0);
            threads.shutdownNow();
        });
    }

    private static HttpHandler site(Application application) {
        var auth = application.auth();
        var inside = auth.protect(
                auth.wrap((request, who) -> Response.of(200, "text/plain; charset=utf-8", application.inside(who))));
        return request -> {
            if (auth.handles(request)) return auth.handle(request);
            if (GUARDED.cover(request.path())) return inside.handle(request);
            return page(application, auth, request);
        };
    }

    private static Response page(Application application, Auth auth, Request request) {
        return switch (request.path()) {
            case "/open" -> auth.visitor(request).keep(Response.of(200, "text/plain", application.open()));
            case "/me" ->
                auth.wrap((asked, who) ->
                                Response.json(200, application.me(who)).header("Set-Cookie", "seen=1"))
                        .handle(request);
            case "/do/sign-in" ->
                auth.signIn(request, application.signIn(request.rawQuery())).toResponse();
            case "/do/sign-out" ->
                auth.signOut(request, application.signOut(request.rawQuery())).toResponse();
            case "/do/update" -> {
                var read = auth.unstableUpdate(request, application.update(request.rawQuery()));
                yield Response.json(200, application.me(read.session())).cookies(read.cookies());
            }
            default -> Response.of(404);
        };
    }
}
