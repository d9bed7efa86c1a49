package dev.cardea.host.spring;

import dev.cardea.host.testkit.ServedSite;
import java.util.function.Consumer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

/** Applications for tests, on a free port. */
final class Boot {
    private static final String SECURITY = "org.springframework.boot.security.autoconfigure.";

    /** The setting with which an application runs as if Spring Security were not on its class path. */
    static final String WITHOUT_SECURITY = "spring.autoconfigure.exclude="
            + SECURITY + "web.servlet.ServletWebSecurityAutoConfiguration,"
            + SECURITY + "web.servlet.SecurityFilterAutoConfiguration,"
            + SECURITY + "UserDetailsServiceAutoConfiguration,"
            + SECURITY + "actuate.web.servlet.ManagementWebSecurityAutoConfiguration";

    /** Like {@code @SpringBootApplication}, without a component scan. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class EmptyConfiguration {}

    private Boot() {}

    /** @param settings as on the command line, without dashes */
    static ConfigurableApplicationContext run(
            Consumer<GenericApplicationContext> beans, Class<?> configuration, String... settings) {
        return new SpringApplicationBuilder(EmptyConfiguration.class, configuration)
                .properties(
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "logging.level.root=off",
                        "spring.jmx.enabled=false")
                .properties(settings)
                .initializers(context -> beans.accept((GenericApplicationContext) context))
                .run();
    }

    static ServedSite served(ConfigurableApplicationContext context) {
        return new ServedSite(port(context), context);
    }

    static int port(ConfigurableApplicationContext context) {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
    }
}
