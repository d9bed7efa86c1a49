package dev.cardea.examples.hosts;

import dev.cardea.Auth;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.examples.hosts.Site.RunningSite;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.servlet.CardeaFilter;
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

/** As servlets, here in Jetty. */
public final class ServletSite {
    private ServletSite() {}

    public static void main(String[] args) throws Exception {
        start(Site.PORT, Site.ofThisMachine());
    }

    static RunningSite start(int port, Auth auth) throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        server.addConnector(connector);
        var context = new ServletContextHandler("/");
        context.addEventListener(new Setup(auth));
        context.addServlet(new ServletHolder("page", new Page()), "/");
        server.setHandler(context);
        server.start();
        return new RunningSite(connector.getLocalPort(), server::stop);
    }

    // task protect servlet = 1, the filter
    // sample
    record Setup(Auth auth) implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            CardeaFilter.of(auth).protect("/account", "/admin/*").addTo(event.getServletContext());
        }
    }
    // end

    private static final class Page extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            // task read servlet
            // sample
            var name = Cardea.session(request).map(s -> s.user().displayName()).orElse("stranger");
            // end
            response.getWriter().write(Site.hello(name));
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            // sample
            if (!Cardea.isSameOrigin(request)) response.sendError(403);
            else if (request.getServletPath().equals("/out")) Cardea.signOut(request, response, SignOut.to("/"));
            else Cardea.signIn(request, response, SignIn.with("google").redirectTo("/account"));
            // end
        }

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) throws IOException {
            // sample
            if (Cardea.sendRefusal(request, response)) return;
            // end
            response.getWriter().write("put");
        }
    }
}
