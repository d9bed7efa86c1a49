package dev.cardea.host.servlet;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.HostLimit;
import dev.cardea.host.testkit.ServedSite;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import java.net.InetSocketAddress;
import java.util.Set;

class UndertowTest extends HostContract {
    /** An option accepts such queries, but then paths arrive decoded, which is worse. */
    @Override
    public Set<HostLimit> limits() {
        return Set.of(HostLimit.NO_RAW_QUERY);
    }

    @Override
    protected ServedSite start(Application application) throws Exception {
        var deployment = Servlets.deployment()
                .setClassLoader(UndertowTest.class.getClassLoader())
                .setContextPath("/")
                .setDeploymentName("kit")
                .addServletContainerInitializer(new ServletContainerInitializerInfo(
                        Pages.class, new ImmediateInstanceFactory<>(new Pages(application)), Set.of()));
        var manager = Servlets.defaultContainer().addDeployment(deployment);
        manager.deploy();
        var server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setServerOption(UndertowOptions.MAX_HEADER_SIZE, 32 * 1024)
                // Undertow answers more cookies than it reads with 500, before a filter sees the request.
                .setServerOption(UndertowOptions.MAX_COOKIES, 8 * 1024)
                .setHandler(manager.start())
                .build();
        server.start();
        var port = ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
        return new ServedSite(port, server::stop);
    }
}
