package dev.cardea.host.micronaut;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.context.ExecutionHandleLocator;
import io.micronaut.context.annotation.Requires;
import io.micronaut.web.router.DefaultRouteBuilder;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An annotation that would protect nothing fails the start. */
class SignedInCheckTest {
    @Singleton
    @Requires(property = "test", value = "unmapped")
    static class Reports {
        @SignedIn
        String reports() {
            return "reports";
        }
    }

    @Singleton
    @Requires(property = "test", value = "unmapped")
    static class Routes extends DefaultRouteBuilder {
        Routes(ExecutionHandleLocator beans) {
            super(beans);
        }

        @Inject
        void reports(Reports reports) {
            GET("/reports", reports, "reports");
        }
    }

    @Test
    void SignedIn_on_a_method_that_a_RouteBuilder_routes_to_stops_the_start() {
        assertThatThrownBy(() -> RunningApplication.by("unmapped", config -> config, Map.of())
                        .close())
                .hasStackTraceContaining("@SignedIn at Reports.reports has no effect")
                .hasStackTraceContaining("cardea.protect");
    }
}
