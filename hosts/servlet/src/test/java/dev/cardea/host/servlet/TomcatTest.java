package dev.cardea.host.servlet;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import java.nio.file.Path;
import java.util.Set;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.io.TempDir;

class TomcatTest extends HostContract {
    @TempDir
    static Path folder;

    @Override
    protected ServedSite start(Application application) throws Exception {
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        var connector = tomcat.getConnector();
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxHttpRequestHeaderSize", "32768");
        connector.setProperty("maxHttpResponseHeaderSize", "32768");
        // Characters that browsers do not encode.
        connector.setProperty("relaxedQueryChars", "|{}^`");
        var context = tomcat.addContext("", folder.toString());
        // As in every Tomcat that is not embedded: without this servlet, filters see only paths with a mapping.
        Tomcat.addServlet(context, "default", new DefaultServlet());
        context.addServletMappingDecoded("/", "default");
        context.addServletContainerInitializer(new Pages(application), Set.of());
        tomcat.start();
        return new ServedSite(connector.getLocalPort(), () -> {
            tomcat.stop();
            tomcat.destroy();
        });
    }
}
