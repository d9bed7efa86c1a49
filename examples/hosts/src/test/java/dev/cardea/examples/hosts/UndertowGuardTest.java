package dev.cardea.examples.hosts;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.HostLimit;
import dev.cardea.host.testkit.ServedSite;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.PathHandler;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.net.InetSocketAddress;
import java.util.Set;

/** The integration of the guide keeps what every framework integration promises. */
// sample
class UndertowGuardTest extends HostContract {
    @Override
    protected ServedSite start(Application application) {
        var guard =
                new UndertowGuard(application.auth(), pages(application), Application.PROTECTED.toArray(String[]::new));
        var server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setServerOption(UndertowOptions.MAX_HEADER_SIZE, 32 * 1024)
                .setHandler(guard)
                .build();
        server.start();
        var port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
        return new ServedSite(port, server::stop);
    }
    // end

    /** An option accepts such queries, but then paths arrive decoded, which is worse. */
    @Override
    public Set<HostLimit> limits() {
        return Set.of(HostLimit.NO_RAW_QUERY);
    }

    private static HttpHandler pages(Application app) {
        HttpHandler inside =
                http -> text(http, app.inside(UndertowGuard.visitor(http).session()));
        return new PathHandler()
                .addExactPath("/open", http -> text(http, app.open()))
                .addExactPath("/cached", http -> {
                    http.getResponseHeaders().put(Headers.CACHE_CONTROL, Application.PUBLIC);
                    text(http, app.open());
                })
                .addExactPath("/health", http -> text(http, app.health()))
                .addExactPath("/slow", http -> text(http, app.slow()))
                .addExactPath("/settings", http -> {
                    var visitor = UndertowGuard.visitor(http);
                    text(http, app.settings(visitor.accounts(), visitor.passkeys()));
                })
                .addExactPath("/me", http -> {
                    http.getResponseHeaders().add(new HttpString("Set-Cookie"), "seen=1");
                    json(http, app.me(UndertowGuard.visitor(http).session()));
                })
                .addPrefixPath("/admin", inside)
                .addExactPath("/account", inside)
                .addExactPath("/do/sign-in", http -> UndertowGuard.signIn(http, app.signIn(http.getQueryString())))
                .addExactPath("/do/sign-out", http -> UndertowGuard.signOut(http, app.signOut(http.getQueryString())))
                .addExactPath(
                        "/do/update",
                        http -> json(
                                http, app.me(UndertowGuard.unstableUpdate(http, app.update(http.getQueryString())))));
    }

    private static void text(HttpServerExchange http, String text) {
        http.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain;charset=utf-8");
        http.getResponseSender().send(text);
    }

    private static void json(HttpServerExchange http, String json) {
        http.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
        http.getResponseSender().send(json);
    }
}
