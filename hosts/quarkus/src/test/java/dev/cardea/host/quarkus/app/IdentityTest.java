package dev.cardea.host.quarkus.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.host.testkit.ServedSite;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.SessionPrincipal;
import dev.cardea.model.User;
import dev.cardea.testing.Network;
import dev.cardea.testing.SignedIn;
import io.quarkus.security.Authenticated;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.SecurityContext;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quarkus's own security, and an application below a root path. */
@Timeout(60)
class IdentityTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final SignedIn ADA = SignedIn.as(User.of("7", "Ada", null), SECRET);
    private static final SignedIn BOB = SignedIn.as(User.of("8", "Bob", null), SECRET);

    private static ServedSite served;

    @Singleton
    public static class Beans {
        @Produces
        @Singleton
        Auth auth() {
            return Auth.of(request -> SharedSettings.config);
        }

        /** Reads bodies first, as extensions with routes do. */
        void readsBodiesFirst(@Observes Router router) {
            var reads = BodyHandler.create(false);
            router.route("/auth/*").order(Integer.MIN_VALUE + 1).handler(ctx -> {
                ctx.request().resume();
                reads.handle(ctx);
            });
        }
    }

    @Singleton
    public static class Seniors implements SecurityIdentityAugmentor {
        @Override
        public Uni<SecurityIdentity> augment(SecurityIdentity identity, AuthenticationRequestContext context) {
            if (identity.isAnonymous()) return Uni.createFrom().item(identity);
            return Uni.createFrom()
                    .item(QuarkusSecurityIdentity.builder(identity)
                            .addRole("SENIOR")
                            .build());
        }
    }

    @Path("/")
    public static class Pages {
        @Inject
        Cardea cardea;

        @Inject
        SecurityIdentity identity;

        @GET
        @Path("open")
        public String open() {
            return "open";
        }

        @GET
        @Path("who")
        public String who(@Context SecurityContext security) {
            if (identity.isAnonymous()) return "anonymous";
            var session = identity.getPrincipal(SessionPrincipal.class).session();
            return security.getUserPrincipal().getName() + " " + session.user().name() + " "
                    + security.isUserInRole("EDITOR") + " "
                    + session.equals(cardea.session().orElseThrow());
        }

        @Authenticated
        @GET
        @Path("inside")
        public String inside() {
            return "inside";
        }

        @Authenticated
        @POST
        @Path("echo")
        public String echo(String body) {
            return body;
        }

        // sample
        @RolesAllowed("EDITOR")
        @GET
        @Path("drafts")
        public String drafts() {
            return "for editors";
        }
        // end

        @RolesAllowed("SENIOR")
        @GET
        @Path("old")
        public String old() {
            return "old";
        }

        @GET
        @Path("papers/one")
        public String papers() {
            return "papers";
        }

        @GET
        @Path("cookies/{how}")
        public jakarta.ws.rs.core.Response cookies(@PathParam("how") String how) {
            var answer = jakarta.ws.rs.core.Response.ok("cookies");
            var one = new NewCookie.Builder("one").value("1").build();
            var two = new NewCookie.Builder("two").value("2").build();
            return switch (how) {
                case "one" -> answer.cookie(one).build();
                case "two" -> answer.cookie(one, two).build();
                case "line" -> answer.header("Set-Cookie", "one=1").build();
                default ->
                    answer.header("Set-Cookie", "one=1")
                            .header("Set-Cookie", "two=2")
                            .build();
            };
        }

        @NonBlocking
        @POST
        @Path("hasty")
        public jakarta.ws.rs.core.Response hasty() {
            return cardea.signOut(SignOut.to("/"));
        }
    }

    @BeforeAll
    static void start() throws Exception {
        served = RunningApplication.start(
                Map.of(
                        "quarkus.http.root-path", "/app",
                        "cardea.protect", "/app/guarded/*",
                        "quarkus.http.auth.permission.papers.paths", "/app/papers/*",
                        "quarkus.http.auth.permission.papers.policy", "authenticated",
                        "quarkus.http.auth.permission.papers.auth-mechanism", "cardea"),
                IdentityTest.class);
    }

    @AfterAll
    static void stop() throws Exception {
        served.stop().close();
    }

    @BeforeEach
    void startAnew() {
        SharedSettings.config = config().build();
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .basePath("/app/auth")
                .callbacks(Callbacks.DEFAULT.session(
                        p -> "Ada".equals(p.session().user().name())
                                ? p.session().with("roles", List.of("EDITOR"))
                                : p.session()));
    }

    @Test
    void a_visitor_is_redirected_to_sign_in_and_an_API_client_gets_401() {
        for (var page : List.of("/app/inside", "/app/drafts", "/app/papers/one", "/app/guarded/x")) {
            var browser = send(get(page).header("Accept", "text/html,*/*;q=0.8"));
            assertThat(browser.status()).as(page).isEqualTo(302);
            assertThat(browser.header("Location").orElseThrow())
                    .startsWith(address() + "/app/auth/signin?callbackUrl=")
                    .endsWith(page.replace("/", "%2F"));
            assertThat(send(get(page)).status()).as(page).isEqualTo(401);
        }
        assertThat(send(get("/app/open")).text()).isEqualTo("open");
        assertThat(send(get("/app/who")).text()).isEqualTo("anonymous");
    }

    @Test
    void a_signed_in_user_has_a_name_a_session_and_roles() {
        assertThat(send(ADA.on(get("/app/who"))).text()).isEqualTo("7 Ada true true");
        assertThat(send(BOB.on(get("/app/who"))).text()).isEqualTo("8 Bob false true");
        assertThat(send(ADA.on(get("/app/inside"))).text()).isEqualTo("inside");
        assertThat(send(ADA.on(get("/app/drafts"))).text()).isEqualTo("for editors");
        assertThat(send(BOB.on(get("/app/drafts"))).status()).isEqualTo(403);
        assertThat(send(BOB.on(get("/app/papers/one"))).text()).isEqualTo("papers");
    }

    @Test
    void augmentors_of_the_application_add_roles() {
        assertThat(send(BOB.on(get("/app/old"))).text()).isEqualTo("old");
    }

    @Test
    void a_callback_that_allows_every_visitor_gives_no_identity() {
        SharedSettings.config = config().callbacks(Callbacks.DEFAULT.authorized(p -> Decision.allow()))
                .build();
        for (var page : List.of("/app/inside", "/app/drafts", "/app/papers/one")) {
            assertThat(send(get(page).header("Accept", "text/html,*/*;q=0.8")).status())
                    .isEqualTo(401);
        }
    }

    @Test
    void the_response_of_the_callback_is_the_challenge() {
        var own = Response.of(451).header("X-Own", "a").header("Set-Cookie", "b=2");
        SharedSettings.config = config().callbacks(Callbacks.DEFAULT.authorized(p -> Decision.respond(own)))
                .build();
        for (var page : List.of("/app/inside", "/app/papers/one")) {
            var answer = send(get(page));
            assertThat(answer.status()).isEqualTo(451);
            assertThat(answer.headers().all("X-Own")).containsExactly("a");
            assertThat(answer.headers().all("Set-Cookie")).containsExactly("b=2");
        }
    }

    @ParameterizedTest
    @CsvSource({"one, 1", "two, 2", "line, 1", "lines, 2"})
    void cookies_of_a_resource_are_sent_beside_the_session_cookie_which_is_sent_once(String how, int own) {
        SharedSettings.config = config().callbacks(
                        Callbacks.DEFAULT.jwt(p -> p.token().with("seen", true)))
                .build();
        var lines = send(ADA.on(get("/app/cookies/" + how))).headers().all("Set-Cookie");
        assertThat(lines).as("%s", lines).hasSize(own + 1);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("authjs.session-token="))
                .hasSize(1);
    }

    @Test
    void an_unreadable_cookie_is_deleted_once() {
        for (var page : List.of("/app/open", "/app/inside", "/app/papers/one")) {
            var answer = send(get(page).header("Cookie", "authjs.session-token=x.y.z"));
            assertThat(answer.headers().all("Set-Cookie")).as(page).hasSize(1);
        }
    }

    @Test
    void during_an_outage_of_the_store_open_pages_are_shown_and_others_are_not() {
        SharedSettings.config =
                config().adapter(down()).session(SessionOptions.database()).build();
        var cookie = "authjs.session-token=1234";
        assertThat(send(get("/app/open").header("Cookie", cookie)).text()).isEqualTo("open");
        for (var page : List.of("/app/inside", "/app/drafts", "/app/papers/one", "/app/guarded/x")) {
            var answer = send(get(page).header("Cookie", cookie).header("Accept", "text/html,*/*;q=0.8"));
            assertThat(answer.status()).as(page).isEqualTo(503);
            assertThat(answer.headers().all("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void a_body_arrives_after_security() {
        var body = "x".repeat(200_000);
        var answer = send(ADA.on(post("/app/echo", "text/plain", body)));
        assertThat(answer.text()).isEqualTo(body);
        assertThat(send(post("/app/echo", "text/plain", body)).status()).isEqualTo(401);
    }

    @Test
    void a_form_that_was_already_read_reaches_the_routes() {
        var answer = send(post("/app/auth/signout", "application/x-www-form-urlencoded", "a=b"));
        assertThat(answer.status()).isEqualTo(302);
    }

    @Test
    void blocking_calls_are_rejected_on_the_event_loop() {
        var answer = send(ADA.on(post("/app/hasty", "text/plain", "")));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.headers().all("Set-Cookie")).noneMatch(line -> line.contains("Max-Age=0"));
    }

    private static Response send(Request request) {
        return Network.INSTANCE.handle(request);
    }

    private static Request get(String target) {
        return Request.of("GET", "http", target, host(), new byte[0], null);
    }

    private static Request post(String target, String type, String body) {
        return Request.of("POST", "http", target, host(), body.getBytes(UTF_8), null)
                .header("Content-Type", type);
    }

    private static Headers host() {
        return Headers.of("Host", "localhost:" + served.port());
    }

    private static String address() {
        return "http://localhost:" + served.port();
    }

    private static Adapter down() {
        return (Adapter) Proxy.newProxyInstance(
                IdentityTest.class.getClassLoader(),
                new Class<?>[] {UserAdapter.class, SessionAdapter.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "toString" -> "down";
                    case "hashCode" -> 1;
                    case "equals" -> proxy == args[0];
                    default -> throw new IllegalStateException("the database is away");
                });
    }
}
