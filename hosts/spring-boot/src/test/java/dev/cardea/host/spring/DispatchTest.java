package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import dev.cardea.testing.SignedIn;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.error.ErrorPage;
import org.springframework.boot.web.error.ErrorPageRegistrar;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A protected path is guarded for every type of dispatch. */
@Tag("boot4")
class DispatchTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        context = Boot.run(
                beans -> {},
                App.class,
                "AUTH_SECRET=" + SECRET,
                "cardea.session.strategy=jwt",
                "cardea.protect=/inside/*");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Import({Pages.class, AutoConfigurationTest.HiddenConfiguration.class})
    static class App {
        @Bean
        ErrorPageRegistrar errors() {
            return registry -> registry.addErrorPages(new ErrorPage(HttpStatus.I_AM_A_TEAPOT, "/inside/error"));
        }
    }

    @RestController
    static class Pages {
        @GetMapping({"/inside/x", "/inside/error"})
        String inside() {
            return "inside";
        }

        @GetMapping("/forward")
        void forward(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
            request.getRequestDispatcher("/inside/x").forward(request, response);
        }

        @GetMapping("/include")
        void include(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException {
            request.getRequestDispatcher("/inside/x").include(request, response);
        }

        @GetMapping("/async")
        void async(HttpServletRequest request) {
            if (request.getDispatcherType() == DispatcherType.REQUEST)
                request.startAsync().dispatch("/inside/x");
        }

        @GetMapping("/broken")
        void broken(HttpServletResponse response) throws IOException {
            response.sendError(418);
        }
    }

    @Test
    void a_dispatch_of_any_type_shows_a_protected_page_to_signed_in_users_only() {
        var ada = SignedIn.as(User.of("7", "Ada", null), SECRET).cookies();
        for (var page : new String[] {"/forward", "/include", "/async", "/broken"}) {
            assertThat(Web.get(context, page, "").body()).as(page).doesNotContain("inside");
            assertThat(Web.get(context, page, ada).body()).as(page).isEqualTo("inside");
        }
        assertThat(Web.get(context, "/async", "").statusCode()).isEqualTo(401);
        assertThat(Web.get(context, "/broken", "").statusCode()).isEqualTo(418);
    }
}
