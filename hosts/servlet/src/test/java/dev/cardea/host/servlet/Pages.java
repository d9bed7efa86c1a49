package dev.cardea.host.servlet;

import dev.cardea.host.testkit.Application;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The kit's application as servlets. */
final class Pages implements ServletContainerInitializer {
    /** Responds to a request. */
    interface Page {
        void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;
    }

    private final Application app;

    Pages(Application app) {
        this.app = app;
    }

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext context) {
        CardeaFilter.of(app.auth())
                .protect(Application.PROTECTED.toArray(String[]::new))
                .addTo(context);
        add(context, "/open", (request, response) -> write(response, "text/plain", app.open()));
        add(context, "/cached", (request, response) -> {
            response.setHeader("Cache-Control", Application.PUBLIC);
            write(response, "text/plain", app.open());
        });
        add(
                context,
                "/settings",
                (request, response) -> write(
                        response, "text/plain", app.settings(Cardea.accounts(request), Cardea.passkeys(request))));
        add(context, "/health", (request, response) -> write(response, "text/plain", app.health()));
        add(context, "/slow", (request, response) -> write(response, "text/plain", app.slow()));
        add(context, "/me", (request, response) -> {
            response.addHeader("Set-Cookie", "seen=1");
            visits(request);
            write(response, "application/json", app.me(Cardea.session(request)));
        });
        Page inside = (request, response) -> write(response, "text/plain", app.inside(Cardea.session(request)));
        add(context, "/admin/*", inside);
        add(context, "/account", inside);
        add(
                context,
                "/do/sign-in",
                (request, response) -> Cardea.signIn(request, response, app.signIn(query(request))));
        add(
                context,
                "/do/sign-out",
                (request, response) -> Cardea.signOut(request, response, app.signOut(query(request))));
        add(context, "/do/update", (request, response) -> {
            var session = Cardea.unstableUpdate(request, response, app.update(query(request)));
            write(response, "application/json", app.me(session));
        });
    }

    /** An HttpSession beside the session, as many applications have. */
    private static void visits(HttpServletRequest request) {
        var session = request.getSession();
        session.setAttribute("principal", String.valueOf(request.getUserPrincipal()));
    }

    static void add(ServletContext context, String path, Page page) {
        var servlet = context.addServlet(path, new HttpServlet() {
            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
                page.answer(request, response);
            }
        });
        servlet.setAsyncSupported(true);
        servlet.addMapping(path);
    }

    static void write(HttpServletResponse response, String type, String text) throws IOException {
        response.setContentType(type + ";charset=utf-8");
        response.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String query(HttpServletRequest request) {
        return request.getQueryString() == null ? "" : request.getQueryString();
    }
}
