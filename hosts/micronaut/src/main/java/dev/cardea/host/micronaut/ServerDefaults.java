package dev.cardea.host.micronaut;

import io.micronaut.context.env.Environment;
import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.server.netty.configuration.NettyHttpServerConfiguration;
import jakarta.inject.Singleton;

/**
 * Raises the limits of the server for a session of four cookies and for the callbacks of providers, and permits
 * characters in queries that browsers do not encode. Settings of the application take precedence.
 */
@Singleton
final class ServerDefaults implements BeanCreatedEventListener<NettyHttpServerConfiguration> {
    private final Environment settings;

    ServerDefaults(Environment settings) {
        this.settings = settings;
    }

    @Override
    public NettyHttpServerConfiguration onCreated(BeanCreatedEvent<NettyHttpServerConfiguration> created) {
        var server = created.getBean();
        if (isOpen("netty.max-header-size")) server.setMaxHeaderSize(32 * 1024);
        if (isOpen("netty.max-initial-line-length")) server.setMaxInitialLineLength(8 * 1024);
        if (isOpen("escape-html-url")) server.setEscapeHtmlUrl(true);
        return server;
    }

    private boolean isOpen(String name) {
        return !settings.containsProperty("micronaut.server." + name);
    }
}
