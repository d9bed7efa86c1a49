package dev.cardea.examples.hosts;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.Visitor;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.examples.hosts.Site.RunningSite;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** On the HTTP server of the JDK. */
public final class JdkSite {
    private JdkSite() {}

    public static void main(String[] args) throws IOException {
        start(Site.PORT, Site.ofThisMachine());
    }

    static RunningSite start(int port, Auth auth) throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        // sample
        var server = Jdk.server(address);
        // end
        // task protect jdk
        // sample
        server.createContext("/", CardeaHandler.of(auth, JdkSite::page).protect("/account", "/admin/*"));
        // end
        server.start();
        return new RunningSite(server.getAddress().getPort(), () -> server.stop(0));
    }

    private static Response page(Request request, Visitor visitor) {
        // sample
        if (request.method().equals("POST") && !visitor.isSameOrigin()) return Response.of(403);
        switch (request.method() + " " + request.path()) {
            case "POST /in" -> {
                return visitor.signIn(SignIn.with("google").redirectTo("/account"))
                        .toResponse();
            }
            case "POST /out" -> {
                return visitor.signOut(SignOut.to("/")).toResponse();
            }
            default -> {}
        }
        // end
        // task read jdk
        // sample
        var name = visitor.session().map(s -> s.user().displayName()).orElse("stranger");
        // end
        return Response.of(200, "text/plain", Site.hello(name));
    }

    /** In parts: one context for the routes, others for pages. */
    static void inParts(HttpServer server, Auth auth, HttpHandler pages) {
        // sample
        server.createContext("/auth", Jdk.handler(auth));
        server.createContext("/account", Jdk.handler(auth.protect(pages)));
        // end
    }
}
