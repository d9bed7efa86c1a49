package dev.cardea.host.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.config.Env;
import dev.cardea.hook.Callbacks;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CardeaFilterTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Server server = new Server();
    private String address = "";

    @BeforeEach
    void start() throws Exception {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .basePath("/shop/auth")
                .callbacks(Callbacks.DEFAULT
                        .jwt(p -> p.user() == null ? p.token() : p.token().with("role", "buyer"))
                        .session(p -> p.session().with("role", "buyer").with("roles", List.of("reader", "writer"))))
                .provider(CredentialsProvider.of((accepted, request) -> Optional.of(User.of("7", "Ada", null))))
                .provider(OAuthProvider.oauth("op", "Op")
                        .clientId("app")
                        .clientSecret("app-secret")
                        .authorization("https://op.example/authorize")
                        .token("https://op.example/token")
                        .userinfo("https://op.example/me"))
                .build());
        var connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        var context = new ServletContextHandler("/shop");
        context.addServletContainerInitializer((classes, application) -> {
            CardeaFilter.of(auth).protect("/inside/*").addTo(application);
            Pages.add(application, "/inside/*", (request, response) -> Pages.write(response, "text/plain", "inside"));
            Pages.add(application, "/who", (request, response) -> {
                var who = request.getUserPrincipal();
                Pages.write(
                        response,
                        "text/plain",
                        (who == null ? "anonymous" : who.getName()) + " " + request.getRemoteUser() + " "
                                + request.getAuthType() + " " + request.isUserInRole("buyer")
                                + request.isUserInRole("writer") + request.isUserInRole("admin"));
            });
            Pages.add(application, "/forward", (request, response) -> {
                try {
                    request.getRequestDispatcher("/inside/x").forward(request, response);
                } catch (ServletException e) {
                    throw new IllegalStateException(e);
                }
            });
            Pages.add(application, "/include", (request, response) -> {
                Pages.write(response, "text/plain", "before ");
                try {
                    request.getRequestDispatcher("/inside/x").include(request, response);
                } catch (ServletException e) {
                    throw new IllegalStateException(e);
                }
                Pages.write(response, "text/plain", " after");
            });
            Pages.add(application, "/async", (request, response) -> {
                if (request.getDispatcherType() == DispatcherType.REQUEST) {
                    request.startAsync().dispatch(String.valueOf(request.getQueryString()));
                }
            });
            Pages.add(application, "/broken", (request, response) -> response.sendError(418));
            Pages.add(application, "/in", (request, response) -> {
                response.addHeader("Set-Cookie", "own=1");
                var redirect = Cardea.signInWithoutRedirect(
                        request, response, SignIn.with("credentials").redirectTo("/shop/who"));
                Pages.write(response, "text/plain", redirect.to());
            });
            Pages.add(application, "/in-elsewhere", (request, response) -> {
                var signIn = SignIn.with("op").redirectTo("/shop/who").param("prompt", "login");
                Pages.write(
                        response,
                        "text/plain",
                        Cardea.signInWithoutRedirect(request, response, signIn).to());
            });
            Pages.add(application, "/out", (request, response) -> {
                var redirect = Cardea.signOutWithoutRedirect(request, response, SignOut.to("/shop/bye"));
                var still = Cardea.session(request).isPresent();
                Pages.write(response, "text/plain", redirect.to() + " " + still);
            });
            Pages.add(application, "/logout", (request, response) -> {
                if (request.getParameter("late") != null) response.flushBuffer();
                try {
                    boolean known = request.authenticate(response);
                    request.logout();
                    Pages.write(
                            response,
                            "text/plain",
                            known + " " + request.getUserPrincipal() + " " + request.getRemoteUser() + " "
                                    + request.getAuthType() + " " + request.isUserInRole("buyer"));
                } catch (ServletException e) {
                    response.getWriter().print(e.getMessage());
                }
            });
            Pages.add(application, "/handler", (request, response) -> {
                if (Cardea.sendRefusal(request, response)) return;
                Pages.write(
                        response,
                        "text/plain",
                        Cardea.session(request).orElseThrow().user().name());
            });
        });
        var errors = new ErrorPageErrorHandler();
        errors.addErrorPage(418, "/inside/error");
        context.setErrorHandler(errors);
        server.setHandler(context);
        server.start();
        address = "http://127.0.0.1:" + connector.getLocalPort();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    @Test
    void the_routes_are_below_the_context_path() throws Exception {
        assertThat(get("/shop/auth/session", "").body()).isEqualTo("null");
        assertThat(get("/shop/auth/csrf", "").body()).contains("csrfToken");
    }

    @Test
    void protected_paths_are_relative_to_the_application() throws Exception {
        assertThat(get("/shop/inside", "").statusCode()).isEqualTo(401);
        assertThat(get("/shop/inside/x", "").statusCode()).isEqualTo(401);
        assertThat(get("/shop/inside/x", signedIn()).body()).isEqualTo("inside");
    }

    @Test
    void a_forward_to_a_protected_page_is_guarded() throws Exception {
        assertThat(get("/shop/forward", "").statusCode()).isEqualTo(401);
        assertThat(get("/shop/forward", signedIn()).body()).isEqualTo("inside");
    }

    @Test
    void an_include_of_a_protected_page_is_guarded() throws Exception {
        assertThat(get("/shop/include", "").body()).isEqualTo("before  after");
        assertThat(get("/shop/include", signedIn()).body()).isEqualTo("before inside after");
    }

    @Test
    void an_asynchronous_dispatch_to_a_protected_page_is_guarded() throws Exception {
        assertThat(get("/shop/async?/inside/x", "").statusCode()).isEqualTo(401);
        assertThat(get("/shop/async?/inside/x", "").body()).doesNotContain("inside");
        assertThat(get("/shop/async?/inside/x", signedIn()).body()).isEqualTo("inside");
    }

    @Test
    void after_an_asynchronous_dispatch_the_container_still_knows_the_visitor() throws Exception {
        assertThat(get("/shop/async?/who", signedIn()).body()).isEqualTo("7 7 CARDEA truetruefalse");
        assertThat(get("/shop/async?/who", "").body()).isEqualTo("anonymous null null falsefalsefalse");
    }

    @Test
    void a_protected_error_page_is_guarded_and_the_error_stays() throws Exception {
        assertThat(get("/shop/broken", "").statusCode()).isEqualTo(418);
        assertThat(get("/shop/broken", "").body()).doesNotContain("inside");
        assertThat(get("/shop/broken", signedIn()).body()).isEqualTo("inside");
    }

    @Test
    void the_container_knows_the_user_and_the_roles() throws Exception {
        assertThat(get("/shop/who", "").body()).isEqualTo("anonymous null null falsefalsefalse");
        assertThat(get("/shop/who", signedIn()).body()).isEqualTo("7 7 CARDEA truetruefalse");
    }

    @Test
    void a_quiet_sign_in_sets_its_cookies_beside_those_of_the_page_and_returns_the_address() throws Exception {
        var answer = get("/shop/in", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(address + "/shop/who");
        assertThat(answer.headers().allValues("set-cookie"))
                .anyMatch(line -> line.startsWith("own=1"))
                .anyMatch(line -> line.startsWith("authjs.session-token="));
    }

    @Test
    void a_quiet_sign_in_with_a_provider_returns_its_address_with_the_parameters() throws Exception {
        var answer = get("/shop/in-elsewhere", "");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).startsWith("https://op.example/authorize?").contains("prompt=login", "client_id=app");
        assertThat(answer.headers().allValues("set-cookie"))
                .anyMatch(line -> line.startsWith("authjs.pkce.code_verifier="));
    }

    @Test
    void a_quiet_sign_out_deletes_the_cookie_and_returns_the_address() throws Exception {
        var answer = get("/shop/out", signedIn());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(address + "/shop/bye true");
        assertThat(answer.headers().allValues("set-cookie"))
                .filteredOn(line -> line.startsWith("authjs.session-token="))
                .singleElement()
                .asString()
                .contains("Max-Age=0");
    }

    @Test
    void the_logout_of_the_container_ends_the_session_here() throws Exception {
        var answer = get("/shop/logout", signedIn());
        assertThat(answer.body()).isEqualTo("true null null null false");
        assertThat(answer.headers().allValues("set-cookie"))
                .filteredOn(line -> line.startsWith("authjs.session-token="))
                .singleElement()
                .asString()
                .contains("Max-Age=0");
        assertThat(answer.headers().firstValue("cache-control")).hasValue("private, no-store");
    }

    @Test
    void a_logout_after_the_answer_has_left_says_so() throws Exception {
        var answer = get("/shop/logout?late=1", signedIn());
        assertThat(answer.body()).contains("the response has already been sent");
    }

    @Test
    void a_handler_may_check_access_itself() throws Exception {
        assertThat(get("/shop/handler", "").statusCode()).isEqualTo(401);
        assertThat(get("/shop/handler", signedIn()).body()).isEqualTo("Ada");
    }

    @Test
    void a_page_without_the_filter_before_it_is_an_error() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Cardea.session(unseen()))
                .withMessageContaining("map CardeaFilter to /*");
    }

    private static ServletRequest unseen() {
        return (ServletRequest) Proxy.newProxyInstance(
                CardeaFilterTest.class.getClassLoader(),
                new Class<?>[] {ServletRequest.class},
                (proxy, method, arguments) -> null);
    }

    private String signedIn() throws Exception {
        return get("/shop/in", "").headers().allValues("set-cookie").stream()
                .filter(line -> line.startsWith("authjs.session-token="))
                .map(line -> line.substring(0, line.indexOf(';')))
                .findFirst()
                .orElseThrow();
    }

    private HttpResponse<String> get(String path, String cookie) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(address + path))
                        .header("Cookie", cookie.isEmpty() ? "none=1" : cookie)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
