package dev.cardea.host.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.config.Env;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import jakarta.annotation.security.RolesAllowed;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.filter.RolesAllowedDynamicFeature;
import org.glassfish.jersey.servlet.ServletContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** JAX-RS behind the filter, as in the guide: Jersey finds the user where it looks for one. */
class JaxRsTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String SESSION = "authjs.session-token";

    private final Server server = new Server();
    private String address = "";

    // sample
    @Path("/notes")
    public static class Notes {
        @Context
        HttpServletRequest request;

        @Context
        HttpServletResponse response;

        @GET
        public String greet() {
            return Cardea.session(request)
                    .map(s -> "Hello " + s.user().displayName())
                    .orElse("Who are you?");
        }

        @GET
        @Path("/drafts")
        @RolesAllowed("EDITOR")
        public String drafts(@Context SecurityContext who) {
            return "The drafts of " + who.getUserPrincipal().getName();
        }

        @POST
        @Path("/leave")
        public Response leave() {
            if (!Cardea.isSameOrigin(request)) return Response.status(403).build();
            var redirect = Cardea.signOutWithoutRedirect(request, response, SignOut.to("/api/notes"));
            return Response.seeOther(URI.create(redirect.to())).build();
        }
    }
    // end

    @Path("/more")
    public static class More {
        @Context
        HttpServletRequest request;

        @Context
        HttpServletResponse response;

        @GET
        public String who(@Context SecurityContext who) {
            var principal = who.getUserPrincipal();
            return principal instanceof SessionPrincipal session
                    ? session.session().user().name() + " " + who.getAuthenticationScheme() + " "
                            + who.isUserInRole("EDITOR")
                    : "anonymous " + who.getAuthenticationScheme() + " " + who.isUserInRole("EDITOR");
        }

        @POST
        @Path("/enter")
        public Response enter(@FormParam("name") String name) {
            var signIn = SignIn.with("credentials").field("name", name).redirectTo("/api/notes");
            var redirect = Cardea.signInWithoutRedirect(request, response, signIn);
            return Response.seeOther(URI.create(redirect.to())).build();
        }

        @GET
        @Path("/cookie")
        public String cookie() {
            // sample
            response.addCookie(new Cookie("seen", "1"));
            // end
            return "set";
        }
    }

    @BeforeEach
    void start() throws Exception {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .callbacks(Callbacks.DEFAULT.session(p -> p.token() == null
                        ? p.session()
                        : p.session().with("role", p.token().asMap().get("role"))))
                .provider(CredentialsProvider.of((accepted, request) ->
                        Optional.of(User.of("7", String.valueOf(accepted.asMap().get("name")), null)))));
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler("/");
        context.addServletContainerInitializer((classes, application) ->
                CardeaFilter.of(auth).protect("/api/more/*").addTo(application));
        // sample
        var resources = new ResourceConfig(Notes.class).register(RolesAllowedDynamicFeature.class);
        // end
        context.addServlet(new ServletHolder(new ServletContainer(resources.register(More.class))), "/api/*");
        server.setHandler(context);
        server.start();
        address = "http://localhost:" + connector.getLocalPort();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void a_resource_reads_the_session() {
        assertThat(get(stranger(), "/api/notes").text()).isEqualTo("Who are you?");
        assertThat(get(ada("EDITOR"), "/api/notes").text()).isEqualTo("Hello Ada");
    }

    @Test
    void the_security_context_has_the_user() {
        assertThat(get(ada("EDITOR"), "/api/more").text()).isEqualTo("Ada CARDEA true");
        assertThat(get(ada("READER"), "/api/more").text()).isEqualTo("Ada CARDEA false");
    }

    @Test
    void roles_allowed_uses_the_session() {
        assertThat(get(ada("EDITOR"), "/api/notes/drafts").text()).isEqualTo("The drafts of 7");
        assertThat(get(ada("READER"), "/api/notes/drafts").status()).isEqualTo(403);
        assertThat(get(stranger(), "/api/notes/drafts").status()).isEqualTo(403);
    }

    @Test
    void a_protected_resource_is_not_called_for_visitors_who_are_not_signed_in() {
        assertThat(get(stranger(), "/api/more").status()).isEqualTo(401);
        assertThat(get(stranger(), "/api/more;x=1/").status()).isEqualTo(401);
    }

    @Test
    void a_resource_signs_out_and_the_session_is_not_extended() {
        var ada = ada("EDITOR");
        var answer = ada.send(
                Request.post(address + "/api/notes/leave", "text/plain", "").header("Origin", address));
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location")).hasValue(address + "/api/notes");
        assertThat(answer.headers().all("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith(SESSION + "=;");
        assertThat(get(ada, "/api/notes").text()).isEqualTo("Who are you?");
    }

    @Test
    void a_resource_signs_a_user_in() {
        var browser = ada("EDITOR");
        var answer = browser.send(
                Request.post(address + "/api/more/enter", "application/x-www-form-urlencoded", "name=Grace"));
        assertThat(answer.status()).isEqualTo(303);
        assertThat(get(browser, "/api/notes").text()).isEqualTo("Hello Grace");
    }

    /** In Jersey, a cookie of the response would replace those of the filter. */
    @Test
    void a_cookie_of_the_resource_is_sent_beside_that_of_the_session() {
        var days = Clock.offset(Clock.systemUTC(), Duration.ofDays(-2));
        var claims = Claims.of("sub", "7").with("name", "Ada").with("role", "EDITOR");
        var token = new EncryptedJwt(days, Randomness.secure())
                .encode(new EncodeParams(claims, Secrets.of(SECRET), SESSION, 30 * 86_400));
        var request = Request.get(address + "/api/more/cookie").header("Cookie", SESSION + "=" + token);
        var lines = Network.INSTANCE.handle(request).headers().all("Set-Cookie");
        assertThat(lines).anyMatch(line -> line.startsWith("seen=1"));
        assertThat(lines).anyMatch(line -> line.startsWith(SESSION + "="));
    }

    private dev.cardea.http.Response get(Browser browser, String path) {
        return browser.send(Request.get(address + path));
    }

    private static Browser stranger() {
        return Browser.of(Network.INSTANCE);
    }

    private Browser ada(String role) {
        return SignedIn.as(User.of("7", "Ada", null), Claims.of("role", role), SECRET)
                .browser(address);
    }
}
