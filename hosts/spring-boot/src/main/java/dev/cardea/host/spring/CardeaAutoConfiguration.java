package dev.cardea.host.spring;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.host.servlet.CardeaFilter;
import dev.cardea.limit.RateLimiter;
import dev.cardea.limit.RateLimits;
import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.micrometer.tracing.CardeaSpans;
import dev.cardea.observe.Observer;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.providers.Providers;
import dev.cardea.recorder.Recorder;
import dev.cardea.text.Texts;
import dev.cardea.webauthn.Passkey;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.tracing.Tracer;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.PropertySource;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Builds {@link Auth} from {@code cardea.*} and the application's beans, and adds it before the application and before
 * Spring Security. The application's own bean {@link AuthConfig} or {@link Auth} replaces it.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.mail.autoconfigure.MailSenderAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.mail.MailSenderAutoConfiguration"
        })
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(CardeaProperties.class)
@PropertySource("classpath:dev/cardea/host/spring/server.properties")
public class CardeaAutoConfiguration {
    /** Spring Security has -100. */
    private static final int BEFORE_SPRING_SECURITY = -101;

    /** The name of the bean that the starter builds from properties and beans. */
    static final String CONFIGURATION = "cardeaConfig";

    /** Creates the configuration from properties and beans. */
    @Bean(CONFIGURATION)
    @ConditionalOnMissingBean({AuthConfig.class, Auth.class})
    AuthConfig cardeaConfig(
            CardeaProperties properties,
            PropertyCheck parts,
            Environment environment,
            ObjectProvider<Provider> providers,
            ObjectProvider<Adapter> adapter,
            ObjectProvider<Callbacks> callbacks,
            ObjectProvider<Events> events,
            ObjectProvider<Theme> theme,
            ObjectProvider<Texts> texts,
            ObjectProvider<AuthLogger> logger,
            ObjectProvider<RateLimiter> limiter,
            ObjectProvider<Observer> observers,
            ObjectProvider<CardeaCustomizer> customizers,
            ConfigurableListableBeanFactory beans) {
        parts.require();
        var config = AuthConfig.builder().env(environment::getProperty);
        properties.applyTo(config);
        for (var id : properties.providers()) config.provider(brand(id));
        providers.orderedStream().forEach(config::provider);
        OnlyBean.of(Adapter.class, adapter).ifPresent(config::adapter);
        config.callbacks(new SessionValues(beans)
                .addTo(OnlyBean.of(Callbacks.class, callbacks).orElse(Callbacks.DEFAULT)));
        OnlyBean.of(Events.class, events).ifPresent(config::events);
        config.theme(OnlyBean.of(Theme.class, theme)
                .orElseGet(() -> properties.theme().theme()));
        OnlyBean.of(Texts.class, texts).ifPresent(config::texts);
        OnlyBean.of(AuthLogger.class, logger).ifPresent(config::logger);
        OnlyBean.of(RateLimiter.class, limiter)
                .ifPresent(shared -> config.rateLimits(RateLimits.DEFAULT.countedBy(shared)));
        observers.orderedStream().forEach(config::observer);
        customizers.orderedStream().forEach(customizer -> customizer.customize(config));
        return config.build();
    }

    /** Not lazy, because it must fail the start. */
    @Bean
    @Lazy(false)
    PropertyCheck cardeaPropertyCheck(CardeaProperties properties, Environment environment, ListableBeanFactory beans) {
        return new PropertyCheck(properties, MigrateOnStart.isOn(environment), AccountsOn.isOn(environment), beans);
    }

    private static Provider brand(String id) {
        return Providers.byId(id.trim())
                .orElseThrow(() -> new InvalidSetupException(
                        "cardea.providers contains " + id + ", which isn't a built-in provider.",
                        "Correct the ID, or remove it and declare a bean of type Provider."))
                .provider();
    }

    @Bean
    @ConditionalOnMissingBean
    Auth auth(AuthConfig config, Environment environment) {
        return Auth.of(config).at(environment.getProperty("server.servlet.context-path", ""));
    }

    @Bean
    FilterRegistrationBean<CardeaFilter> cardeaFilter(
            Auth auth, CardeaProperties properties, ObjectProvider<SessionRoles> roles) {
        var filter = protecting(properties.protect(), CardeaFilter.of(auth))
                .roles(OnlyBean.of(SessionRoles.class, roles).orElse(SessionRoles.DEFAULT)::of);
        var registration = new FilterRegistrationBean<>(filter);
        registration.setName("cardea");
        registration.setOrder(BEFORE_SPRING_SECURITY);
        registration.setDispatcherTypes(EnumSet.allOf(DispatcherType.class));
        registration.setAsyncSupported(true);
        return registration;
    }

    private static CardeaFilter protecting(List<String> paths, CardeaFilter filter) {
        try {
            return filter.protect(paths.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw new InvalidSetupException(
                    "cardea.protect has a path that can't be protected: " + e.getMessage(),
                    "Correct the path in cardea.protect: /page, /folder/*, or /* for everything.");
        }
    }

    @Bean
    @ConditionalOnMissingBean
    CurrentSession cardeaSession() {
        return new SessionOfRequest();
    }

    /** Passes the session to handlers, and guards them. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebMvcConfigurer.class)
    static class Mvc {
        @Bean
        SessionMvc cardeaMvc(ObjectProvider<SessionRoles> roles) {
            return new SessionMvc(OnlyBean.of(SessionRoles.class, roles).orElse(SessionRoles.DEFAULT));
        }

        /** Not lazy, because it must fail the start. */
        @Bean
        @Lazy(false)
        AnnotationCheck cardeaAnnotationCheck(
                ConfigurableListableBeanFactory beans, SessionMvc cardeaMvc, CardeaProperties properties) {
            return new AnnotationCheck(beans, cardeaMvc, properties.requireMethodSecurity());
        }
    }

    /** Uses the application's database as the store, unless the application has another. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({JdbcAdapter.class, DataSource.class})
    @ConditionalOnBean(DataSource.class)
    static class Jdbc {
        @Bean
        @ConditionalOnMissingBean({Adapter.class, AuthConfig.class, Auth.class})
        JdbcAdapter cardeaAdapter(DataSource dataSource) {
            return JdbcAdapter.of(dataSource);
        }
    }

    /** Creates and upgrades the tables at startup. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcAdapter.class)
    @Conditional(MigrateOnStart.class)
    static class Migration {
        @Bean
        static TablesMigration cardeaTablesMigration(ListableBeanFactory beans) {
            return new TablesMigration(StoreInitializerDetector.adapters(beans));
        }
    }

    /** Counts and times sign-ins and sessions if the application has a registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({CardeaMeters.class, MeterRegistry.class})
    @ConditionalOnBean(MeterRegistry.class)
    static class Meters {
        @Bean
        @ConditionalOnMissingBean
        CardeaMeters cardeaMeters(MeterRegistry registry) {
            return CardeaMeters.of(registry);
        }

        /** Also counts the application's own {@link Auth} or configuration, and its recorder. */
        @Bean
        SmartInitializingSingleton cardeaObservedAuth(ObjectProvider<Auth> auths, CardeaMeters meters) {
            return () -> {
                auths.forEach(auth -> auth.addObserver(meters));
                auths.ifUnique(auth -> meters.recorder(Recorder.of(auth)));
            };
        }
    }

    /** Creates spans of sign-ins below the framework's span of the request, if the application has a tracer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({CardeaSpans.class, Tracer.class})
    static class Spans {
        /** Asks for the tracer once all beans exist, so that the order of auto-configurations does not matter. */
        @Bean
        SmartInitializingSingleton cardeaTracedAuth(ObjectProvider<Auth> auths, ObjectProvider<Tracer> tracers) {
            return () -> tracers.ifUnique(tracer -> auths.forEach(auth -> auth.addObserver(CardeaSpans.of(tracer))));
        }
    }

    /** Adds passkeys if their library is present. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Passkey.class)
    @ConditionalOnBooleanProperty("cardea.passkeys")
    static class Passkeys {
        @Bean
        WebAuthnProvider cardeaPasskeys() {
            return Passkey.provider();
        }
    }

    /** Adds accounts of users. No class of their module is loaded while they are off. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(AccountsOn.class)
    static class Accounts {
        /** First, so that accounts of the application's own customizer replace it. */
        @Bean
        @Order(Ordered.HIGHEST_PRECEDENCE)
        CardeaCustomizer cardeaAccounts(Environment environment) {
            return config -> config.extension(AccountsProperties.accounts(environment));
        }
    }

    /** Sends sign-in links through the application's email server. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JavaMailSender.class)
    @ConditionalOnBean(JavaMailSender.class)
    @ConditionalOnProperty("cardea.email.from")
    static class Mail {
        @Bean
        @ConditionalOnMissingBean(EmailProvider.class)
        EmailProvider cardeaEmail(JavaMailSender sender, CardeaProperties properties, ObjectProvider<Texts> texts) {
            var links = new MailedLinks(sender, OnlyBean.of(Texts.class, texts).orElse(Texts.DEFAULT));
            return properties
                    .email()
                    .applyTo(EmailProvider.of("email", links)
                            .name("Email")
                            .from(String.valueOf(properties.email().from())));
        }
    }
}
