package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Visitor;
import dev.cardea.config.Env;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.providers.Google;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Runs the sample of docs/development.md. */
class DevelopmentGuideTest {
    /** The application of the guide. */
    private static final class App {
        static AuthConfig.Builder configuration() {
            return AuthConfig.builder().env(Env.none()).provider(Google.provider());
        }

        static Response page(Request request, Visitor visitor) {
            return Response.of(
                    200,
                    "text/plain",
                    visitor.session().map(it -> "Hello " + it.user().name()).orElse("Hello"));
        }
    }

    private static HttpServer serve(int port) throws IOException {
        // sample
        AuthConfig.Builder config = App.configuration();
        var auth = Auth.of(CardeaDev.of(config));
        var server = Jdk.server(new InetSocketAddress("127.0.0.1", port));
        server.createContext("/", CardeaHandler.of(auth, App::page));
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        // end
        return server;
    }

    @Test
    void the_sample_of_the_guide_signs_a_person_in() throws IOException {
        var server = serve(0);
        try {
            var browser = Browser.of(request -> Network.INSTANCE.handle(LocalBrowser.navigating(request)));
            var site = "http://localhost:" + server.getAddress().getPort();
            var choice = browser.open(site + "/auth/signin").press("Sign in with Google");
            assertThat(LocalBrowser.choose(choice, "1001").text()).isEqualTo("Hello Ada Admin");
        } finally {
            server.stop(0);
        }
    }
}
