package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.config.Env;
import dev.cardea.hook.Callbacks;
import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import dev.cardea.webauthn.Passkey;
import jakarta.annotation.security.RolesAllowed;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurationSupport;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** A setup that would protect nothing, or do nothing, fails the start. */
@Tag("boot4")
class StartTest {
    private static final String KEY = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String SECRET = "AUTH_SECRET=" + KEY;
    private static final String TOKENS = "cardea.session.strategy=jwt";

    @RestController
    static class Before {
        @GetMapping("/drafts")
        @PreAuthorize("hasRole('EDITOR')")
        String drafts() {
            return "drafts";
        }
    }

    @RestController
    @PreAuthorize("hasRole('EDITOR')")
    static class BeforeAllMethods {
        @GetMapping("/drafts")
        String drafts() {
            return "drafts";
        }
    }

    @RestController
    static class Jsr250 {
        @GetMapping("/drafts")
        @RolesAllowed("EDITOR")
        String drafts() {
            return "drafts";
        }
    }

    @RestController
    static class OfSpring {
        @GetMapping("/drafts")
        @Secured("ROLE_EDITOR")
        String drafts() {
            return "drafts";
        }
    }

    static class Service {
        @dev.cardea.host.spring.SignedIn
        String drafts() {
            return "drafts";
        }
    }

    static class Functions {
        @Bean
        RouterFunction<ServerResponse> routes(Handlers handlers) {
            return RouterFunctions.route().GET("/drafts", handlers::drafts).build();
        }

        @Bean
        Handlers handlers() {
            return new Handlers();
        }
    }

    static class Handlers {
        @dev.cardea.host.spring.SignedIn
        ServerResponse drafts(ServerRequest request) {
            return ServerResponse.ok().body("drafts");
        }
    }

    @dev.cardea.host.spring.SignedIn
    @RestController
    static class Reports {
        @GetMapping("/reports")
        String reports() {
            return "reports";
        }
    }

    /** In this case Spring MVC does not call its configurers, Cardea's included. */
    static class OwnSupport extends WebMvcConfigurationSupport {}

    @EnableMethodSecurity
    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class PrePost {}

    @EnableMethodSecurity(jsr250Enabled = true, securedEnabled = true)
    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class All {
        @Bean
        SessionRoles roles() {
            return session -> "Ada".equals(session.user().name()) ? Set.of("EDITOR") : Set.of();
        }
    }

    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class Off {}

    static class TwoCallbacks {
        @Bean
        Callbacks one() {
            return Callbacks.DEFAULT;
        }

        @Bean
        Callbacks other() {
            return Callbacks.DEFAULT;
        }
    }

    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class OwnStore {
        @Bean
        Adapter store() {
            return new InMemoryAdapter();
        }
    }

    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class HiddenStore extends OwnAuth {
        @Bean
        JdbcAdapter declared() {
            return JdbcAdapter.of(new DriverManagerDataSource("jdbc:h2:mem:declared"));
        }

        @Bean
        Adapter store() {
            return JdbcAdapter.of(new DriverManagerDataSource("jdbc:h2:mem:hidden"));
        }
    }

    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class TwoStores extends OwnAuth {
        @Bean
        JdbcAdapter one() {
            return JdbcAdapter.of(new DriverManagerDataSource("jdbc:h2:mem:one;DB_CLOSE_DELAY=-1"));
        }

        @Bean
        JdbcAdapter other() {
            return JdbcAdapter.of(new DriverManagerDataSource("jdbc:h2:mem:other;DB_CLOSE_DELAY=-1"));
        }
    }

    @Import(AutoConfigurationTest.HiddenConfiguration.class)
    static class OwnAuth {
        @Bean
        Auth auth() {
            return Auth.of(AuthConfig.builder().env(Env.none()).secret(KEY));
        }
    }

    @Test
    void an_annotation_of_method_security_without_effect_fails_the_start() {
        assertThat(problem(Off.class, Before.class))
                .hasMessage("@PreAuthorize at StartTest.Before.drafts has no effect, because method security is off:"
                        + " every visitor may call it.");
        assertThat(problem(Off.class, BeforeAllMethods.class))
                .hasMessageContaining("StartTest.BeforeAllMethods.drafts");
        assertThat(problem(Off.class, OfSpring.class)).hasMessageContaining("@Secured");
        assertThat(problem(Off.class, Jsr250.class)).hasMessageContaining("@RolesAllowed");
    }

    @Test
    void the_remedy_names_the_switch_of_the_annotation() {
        assertThat(remedy(Off.class, Before.class)).contains("Put @EnableMethodSecurity on");
        assertThat(remedy(PrePost.class, Jsr250.class)).contains("@EnableMethodSecurity(jsr250Enabled = true)");
        assertThat(remedy(PrePost.class, OfSpring.class)).contains("@EnableMethodSecurity(securedEnabled = true)");
    }

    @Test
    void with_its_switch_each_annotation_is_enforced() {
        for (var controller : new Class<?>[] {Before.class, BeforeAllMethods.class, OfSpring.class, Jsr250.class}) {
            try (var app = Boot.run(beans -> beans.registerBean(controller), All.class, SECRET, TOKENS)) {
                var ada = SignedIn.as(User.of("7", "Ada", null), KEY);
                var bob = SignedIn.as(User.of("8", "Bob", null), KEY);
                assertThat(Web.get(app, "/drafts", ada.cookies()).body())
                        .as(controller.getName())
                        .isEqualTo("drafts");
                assertThat(Web.get(app, "/drafts", bob.cookies()).statusCode())
                        .as(controller.getName())
                        .isEqualTo(403);
                assertThat(Web.get(app, "/drafts", "").statusCode())
                        .as(controller.getName())
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void an_application_with_another_reader_of_the_annotations_can_say_so() {
        Boot.run(
                        beans -> beans.registerBean(Jsr250.class),
                        Off.class,
                        SECRET,
                        TOKENS,
                        "cardea.require-method-security=false")
                .close();
    }

    @Test
    void SignedIn_on_what_Spring_MVC_does_not_map_stops_the_start() {
        assertThat(problem(Off.class, Service.class))
                .hasMessageStartingWith("@SignedIn at StartTest.Service.drafts has no effect");
        assertThat(problem(Off.class, Functions.class)).hasMessageContaining("StartTest.Handlers.drafts");
        assertThat(remedy(Off.class, Service.class)).contains("cardea.protect");
    }

    @Test
    void SignedIn_beside_a_configuration_support_of_ones_own_stops_the_start() {
        Boot.run(beans -> beans.registerBean(Reports.class), Off.class, SECRET, TOKENS)
                .close();
        assertThatThrownBy(() -> Boot.run(
                                beans -> {
                                    beans.registerBean(Reports.class);
                                    beans.registerBean(OwnSupport.class);
                                },
                                OwnSupport.class,
                                SECRET,
                                TOKENS)
                        .close())
                .hasStackTraceContaining("@SignedIn at StartTest.Reports has no effect");
    }

    @Test
    void a_property_that_needs_an_absent_part_fails_the_start() {
        assertThat(problem(Off.class, Reports.class, "cardea.email.from=no-reply@app.example"))
                .hasMessageContaining("cardea.email.from", "JavaMailSender");
        assertThat(problem(Off.class, OwnStore.class, "cardea.jdbc.migrate-on-start=true"))
                .hasMessageContaining("cardea.jdbc.migrate-on-start", "JdbcAdapter");
        assertThat(problem(Off.class, OwnAuth.class, "cardea.jdbc.migrate-on-start=true"))
                .hasMessageContaining("cardea.jdbc.migrate-on-start", "JdbcAdapter");
        new WebApplicationContextRunner()
                .withClassLoader(new FilteredClassLoader(Passkey.class))
                .withConfiguration(AutoConfigurations.of(CardeaAutoConfiguration.class))
                .withPropertyValues(SECRET, "cardea.passkeys=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidSetupException.class)
                        .hasMessageContaining("cardea-webauthn"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "off", "no", "0", ""})
    void migrate_on_start_is_off_for_each_false_value_of_spring(String value) {
        var tables = "cardea.jdbc.migrate-on-start=" + value;
        try (var app = Boot.run(beans -> {}, OwnStore.class, SECRET, TOKENS, tables)) {
            assertThat(app.getBeansOfType(TablesMigration.class)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "on", "yes", "1"})
    void migrate_on_start_is_on_for_each_true_value_of_spring(String value) {
        assertThat(problem(Off.class, OwnStore.class, "cardea.jdbc.migrate-on-start=" + value))
                .hasMessageContaining("cardea.jdbc.migrate-on-start", "JdbcAdapter");
    }

    @Test
    void a_store_whose_type_is_hidden_fails_the_start_if_its_tables_were_to_be_created() {
        assertThat(problem(Off.class, HiddenStore.class, "cardea.jdbc.migrate-on-start=true"))
                .hasMessageContaining("the bean store is a JdbcAdapter that is declared as another type");
    }

    @Test
    void the_tables_of_each_declared_store_are_created() {
        try (var app = Boot.run(beans -> {}, TwoStores.class, SECRET, TOKENS, "cardea.jdbc.migrate-on-start=true")) {
            for (var store : app.getBeansOfType(JdbcAdapter.class).values()) {
                assertThat(store.missing()).isEmpty();
                assertThat(store.getUser("none")).isEmpty();
            }
            assertThat(app.getBeanFactory().getBeansOfType(JdbcAdapter.class)).hasSize(2);
        }
    }

    @Test
    void two_beans_of_a_type_that_may_exist_once_fail_the_start() {
        assertThat(problem(Off.class, TwoCallbacks.class))
                .hasMessage("There are several beans of type Callbacks: [one, other]. Cardea uses one.");
    }

    @Test
    void a_reactive_application_fails_to_start() {
        new ReactiveWebApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(CardeaAutoConfiguration.class, CardeaReactiveAutoConfiguration.class))
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(InvalidSetupException.class)
                        .hasMessageContaining("works with Spring MVC only"));
    }

    @Test
    void Spring_Boot_prints_problem_and_remedy() {
        var analysis = new InvalidSetupAnalyzer()
                .analyze(new IllegalStateException(new InvalidSetupException("the problem", "the remedy")));
        assertThat(analysis.getDescription()).isEqualTo("the problem");
        assertThat(analysis.getAction()).isEqualTo("the remedy");
    }

    private static String remedy(Class<?> application, Class<?> bean) {
        return ((InvalidSetupException) problem(application, bean)).remedy();
    }

    private static Throwable problem(Class<?> application, Class<?> bean, String... settings) {
        var all = new String[settings.length + 2];
        System.arraycopy(settings, 0, all, 2, settings.length);
        all[0] = SECRET;
        all[1] = TOKENS;
        Throwable cause = catchThrowable(() -> {
            if (bean.isAnnotationPresent(RestController.class) || bean == Service.class) {
                Boot.run(beans -> beans.registerBean(bean), application, all).close();
            } else {
                Boot.run(beans -> {}, bean, all).close();
            }
        });
        assertThat(cause).as(bean + " starts").isNotNull();
        while (cause.getCause() != null && !(cause instanceof InvalidSetupException)) cause = cause.getCause();
        assertThat(cause).isInstanceOf(InvalidSetupException.class);
        return cause;
    }
}
