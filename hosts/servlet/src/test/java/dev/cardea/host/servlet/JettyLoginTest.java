package dev.cardea.host.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.host.testkit.FrameworkLoginContract;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.testing.Browser;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.security.ConstraintMapping;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.Constraint;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.FormAuthenticator;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.security.Credential;
import org.junit.jupiter.api.Test;

/** Beside the form login of Jetty, which keeps its user in the HttpSession. */
class JettyLoginTest extends FrameworkLoginContract {
    @Override
    protected ServedSite start(Auth auth) throws Exception {
        var server = new Server();
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler("/", ServletContextHandler.SESSIONS | ServletContextHandler.SECURITY);
        context.setSecurityHandler(formLogin());
        context.addServletContainerInitializer((classes, application) -> addPages(auth, application));
        server.setHandler(context);
        server.start();
        return new ServedSite(connector.getLocalPort(), server::stop);
    }

    private static ConstraintSecurityHandler formLogin() {
        var users = new UserStore();
        users.addUser(GRACE, Credential.getCredential(PASSWORD), new String[] {CLERK});
        var logins = new HashLoginService("test");
        logins.setUserStore(users);
        var office = new ConstraintMapping();
        office.setPathSpec("/office");
        office.setConstraint(Constraint.from(CLERK));
        var security = new ConstraintSecurityHandler();
        security.setLoginService(logins);
        security.setAuthenticator(new FormAuthenticator("/login", "/login?failed", false));
        security.addConstraintMapping(office);
        return security;
    }

    private static void addPages(Auth auth, ServletContext application) {
        CardeaFilter.of(auth).protect("/account").addTo(application);
        Pages.add(application, "/who", (request, response) -> {
            // Many applications keep a value of the user in the HttpSession.
            request.getSession().setAttribute("principal", String.valueOf(request.getUserPrincipal()));
            Pages.write(response, "text/plain", who(request));
        });
        Pages.add(application, "/account", (request, response) -> Pages.write(response, "text/plain", INSIDE));
        Pages.add(application, "/office", (request, response) -> Pages.write(response, "text/plain", INSIDE));
        Pages.add(application, "/login", (request, response) -> Pages.write(response, "text/plain", "the login page"));
        Pages.add(application, "/in", (request, response) -> {
            try {
                request.login(GRACE, PASSWORD);
            } catch (ServletException e) {
                throw new IllegalStateException(e);
            }
            Pages.write(response, "text/plain", who(request));
        });
        Pages.add(application, "/out", (request, response) -> {
            try {
                request.logout();
            } catch (ServletException e) {
                throw new IllegalStateException(e);
            }
            Pages.write(response, "text/plain", who(request));
        });
    }

    /** All three ways to ask for the user have to agree. */
    private static String who(HttpServletRequest request) {
        var principal = request.getUserPrincipal();
        var name = principal == null ? null : principal.getName();
        assertThat(request.getRemoteUser()).isEqualTo(name);
        return who(name, request::isUserInRole, Cardea.visitor(request).flatMap(visitor -> Cardea.session(request)));
    }

    @Override
    protected void signInToFramework(Browser browser) {
        assertThat(browser.open(at("/office")).text()).isEqualTo("the login page");
        var inside = browser.post(at("/j_security_check"), Map.of("j_username", GRACE, "j_password", PASSWORD));
        assertThat(inside.text()).isEqualTo(INSIDE);
    }

    @Test
    void a_login_from_code_leaves_the_user_of_Cardea_the_user() {
        assertThat(browser().open(at("/in")).text()).isEqualTo(onlyAda());
        assertThat(who()).isEqualTo(onlyAda());

        endSession();

        assertThat(who()).isEqualTo("grace [CLERK] -");
    }

    @Test
    void a_logout_from_code_ends_both_logins() {
        signInToFramework(browser());
        assertThat(browser().open(at("/out")).text()).startsWith("anonymous []");
        assertThat(who()).isEqualTo("anonymous [] -");
        assertThat(browser().open(at("/office")).text()).isEqualTo("the login page");
    }

    /** The container checks its constraints before any filter runs. */
    @Test
    void a_constraint_of_the_container_asks_for_its_own_login_only() {
        assertThat(browser().open(at("/office")).text()).isEqualTo("the login page");
        signInToFramework(browser());
        assertThat(browser().open(at("/office")).text()).isEqualTo(INSIDE);
    }
}
