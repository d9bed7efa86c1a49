package dev.cardea.dev.spring;

import dev.cardea.Auth;
import dev.cardea.http.Request;
import java.lang.System.Logger.Level;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Starts a Spring Boot application in development mode, from a main class in its test sources:
 *
 * <pre>{@code
 * SpringApplication.from(App::main).with(CardeaDevConfiguration.class).run(args);
 * }</pre>
 *
 * <p>Providers without credentials are played locally, and sign-in links arrive in the inbox at {@code /_cardea}. The
 * data source and the email sender of the application stay as they are: users are stored in its database, if that is on
 * this machine, and its own emails are sent.
 *
 * <p><b>Security.</b> Anyone who reaches such an application can sign in as any user; see
 * {@link dev.cardea.dev.CardeaDev} for what prevents that in production.
 */
@Configuration(proxyBeanMethods = false)
@Import({DevelopmentProperties.class, LocalMail.Selector.class})
public class CardeaDevConfiguration {
    private static final System.Logger LOG = System.getLogger("dev.cardea.dev.spring");

    /** Each of them switches TLS on in a server of Spring Boot. */
    private static final List<String> TLS =
            List.of("server.ssl.bundle", "server.ssl.certificate", "server.ssl.key-store");

    CardeaDevConfiguration() {}

    /**
     * Fails the start if {@link Auth} is not in development mode.
     *
     * @throws IllegalStateException if the application builds it without the properties of Spring
     */
    @Bean
    SmartInitializingSingleton cardeaDevelopmentCheck(ObjectProvider<Auth> auth, Environment environment) {
        var path = environment.getProperty("server.servlet.context-path", "");
        return () -> auth.stream()
                .map(each -> each.at(path))
                .filter(each -> !each.handles(Request.get("http://localhost" + path + "/_cardea")))
                .forEach(each -> {
                    throw new IllegalStateException(
                            "CardeaDevConfiguration is present, and the application's own Auth or"
                                    + " AuthConfig does not read its property CARDEA_DEV. Build the configuration with"
                                    + " .env(environment::getProperty), or with CardeaDev.of(config).");
                });
    }

    /** Logs the URL of the pages of development mode once the application listens. */
    @Bean
    ApplicationListener<ApplicationReadyEvent> cardeaDevelopmentPages(Environment environment) {
        return ready -> {
            var port = environment.getProperty("local.server.port");
            if (port == null) return;
            var scheme = TLS.stream().anyMatch(environment::containsProperty) ? "https" : "http";
            var path = environment.getProperty("server.servlet.context-path", "");
            LOG.log(
                    Level.INFO,
                    "Development mode: people, emails and the log are at {0}://localhost:{1}{2}/_cardea",
                    scheme,
                    port,
                    path);
        };
    }
}
