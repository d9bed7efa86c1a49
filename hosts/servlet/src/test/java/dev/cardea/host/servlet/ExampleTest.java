package dev.cardea.host.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.Env;
import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

/** The samples of the guide, served and visited. */
class ExampleTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    record Me(String id, String name) {}

    // sample
    class Setup implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            var auth = Auth.of(config().build());
            AuthFilter.of(auth).protect("/account", "/admin/*").addTo(event.getServletContext());
        }
    }
    // end

    static void mount(ServletContext context, Auth auth) {
        // task protect servlet
        // sample
        AuthFilter.of(auth).protect("/account", "/admin/*").addTo(context);
        // end
    }

    static class Account extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            // task read servlet
            // sample
            var name = Cardea.session(request).map(s -> s.as(Me.class).name()).orElse("stranger");
            // end
            response.getWriter().write("Hello " + name);
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) {
            // sample
            if (request.getParameter("out") != null) Cardea.signOut(request, response, SignOut.to("/"));
            else Cardea.signIn(request, response, SignIn.with("google").redirectTo("/account"));
            // end
        }

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            // sample
            if (Cardea.refused(request, response)) return;
            // end
            response.getWriter().write("put");
        }
    }

    @Test
    void strangers_are_kept_out_and_who_is_signed_in_is_greeted() throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler("/");
        context.addEventListener(new Setup());
        context.addServlet(new ServletHolder("account", new Account()), "/account");
        context.addServlet(new ServletHolder("home", new Account()), "/");
        server.setHandler(context);
        server.start();
        try {
            var address = "http://localhost:" + connector.getLocalPort();
            assertThat(Browser.of(Network.INSTANCE).open(address + "/").text()).isEqualTo("Hello stranger");
            assertThat(Browser.of(Network.INSTANCE).open(address + "/account").text())
                    .doesNotContain("Hello");
            var ada = SignedIn.as(User.of("7", "Ada", null), SECRET);
            assertThat(ada.get(address + "/account").text()).isEqualTo("Hello Ada");
        } finally {
            server.stop();
        }
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder().env(Env.none()).secret(SECRET);
    }
}
