package dev.cardea.host.servlet;

import dev.cardea.Auth;
import dev.cardea.host.testkit.ContextPathContract;
import dev.cardea.host.testkit.ServedSite;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

class ContextPathTest extends ContextPathContract {
    @Override
    protected ServedSite start(Auth auth) throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler(PATH);
        context.addServletContainerInitializer((classes, application) -> {
            CardeaFilter.of(auth).protect("/account").addTo(application);
            Pages.add(application, "/account", (request, response) -> Pages.write(response, "text/plain", INSIDE));
        });
        server.setHandler(context);
        server.start();
        return new ServedSite(connector.getLocalPort(), server::stop);
    }
}
