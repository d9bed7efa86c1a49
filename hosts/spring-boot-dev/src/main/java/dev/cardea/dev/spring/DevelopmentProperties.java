package dev.cardea.dev.spring;

import java.util.Map;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Properties that precede those of the application. Forwarded headers stay in the request, because development mode
 * rejects a request that has one: a server that applied them would hide that a proxy is between.
 */
final class DevelopmentProperties implements ImportSelector, EnvironmentAware {
    private static final String NAME = "cardea development mode";

    /** For Spring. */
    DevelopmentProperties() {}

    @Override
    public void setEnvironment(Environment environment) {
        if (!(environment instanceof ConfigurableEnvironment changeable)) return;
        changeable
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        NAME,
                        Map.of(
                                "CARDEA_DEV", "true",
                                "server.forward-headers-strategy", "none",
                                "server.tomcat.remoteip.remote-ip-header", "",
                                "server.tomcat.remoteip.protocol-header", "")));
    }

    /** Imports nothing: Spring calls it before it creates beans. */
    @Override
    public String[] selectImports(AnnotationMetadata annotated) {
        return new String[0];
    }
}
