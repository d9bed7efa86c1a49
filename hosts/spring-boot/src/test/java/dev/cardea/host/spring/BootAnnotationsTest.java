package dev.cardea.host.spring;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.springframework.web.bind.annotation.RequestMethod.DELETE;
import static org.springframework.web.bind.annotation.RequestMethod.GET;
import static org.springframework.web.bind.annotation.RequestMethod.HEAD;
import static org.springframework.web.bind.annotation.RequestMethod.OPTIONS;
import static org.springframework.web.bind.annotation.RequestMethod.PATCH;
import static org.springframework.web.bind.annotation.RequestMethod.POST;
import static org.springframework.web.bind.annotation.RequestMethod.PUT;

import dev.cardea.Auth;
import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.model.Session;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Without Spring Security: handlers protected by annotations, and a page that reads the session without its request.
 */
class BootAnnotationsTest extends HostContract {
    @Override
    protected ServedSite start(Application application) {
        return Boot.served(Boot.run(
                context -> {
                    context.registerBean(Application.class, () -> application);
                    context.registerBean(Auth.class, application::auth);
                    context.registerBean(Inside.class);
                    context.registerBean(Account.class);
                    context.registerBean(SessionPages.class);
                },
                Boot.EmptyConfiguration.class,
                Boot.WITHOUT_SECURITY));
    }

    /**
     * A handler for signed-in users stays closed to others even if the callback allows them: {@link SessionMvcTest}.
     */
    @Override
    public void the_callback_may_allow_visitors_who_are_not_signed_in() {}

    @SignedIn
    @RestController
    static class Inside {
        private final Application app;

        Inside(Application app) {
            this.app = app;
        }

        @RequestMapping(
                path = {"/admin", "/admin/", "/admin/x"},
                method = {GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS})
        ResponseEntity<String> inside(Optional<Session> session) {
            return text(app.inside(session));
        }
    }

    @RestController
    static class Account {
        private final Application app;

        Account(Application app) {
            this.app = app;
        }

        @RequestMapping(
                path = {"/account", "/account/"},
                method = {GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS})
        ResponseEntity<String> account(Session session) {
            return text(app.inside(Optional.of(session)));
        }
    }

    /** The page reads the session without its request, as a service does. */
    @RestController
    static class SessionPages extends BootTest.Pages {
        private final CurrentSession current;

        SessionPages(Application app, CurrentSession current) {
            super(app);
            this.current = current;
        }

        @Override
        String me(Optional<Session> handed, HttpServletResponse response) {
            return super.me(current.session(), response);
        }
    }

    private static ResponseEntity<String> text(String text) {
        return ResponseEntity.ok()
                .contentType(new MediaType("text", "plain", UTF_8))
                .body(text);
    }
}
