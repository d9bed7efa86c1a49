package dev.cardea.host.servlet;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

class JettyTest extends HostContract {
    @Override
    protected ServedSite start(Application application) throws Exception {
        var http = new HttpConfiguration();
        http.setRequestHeaderSize(32 * 1024);
        http.setResponseHeaderSize(32 * 1024);
        http.setSendServerVersion(false);
        var server = new Server();
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
        context.addServletContainerInitializer(new Pages(application));
        server.setHandler(context);
        server.start();
        return new ServedSite(connector.getLocalPort(), server::stop);
    }
}
