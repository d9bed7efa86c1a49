package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Request;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application whose Spring Security keeps an HttpSession: Cardea still decides every request. */
class HttpSessionTest {
    static final String CONTEXT = "SPRING_SECURITY_CONTEXT";

    /** Shared between the application under test and the test. */
    static final InMemoryAdapter STORE = new InMemoryAdapter();

    static final Set<String> EDITORS = ConcurrentHashMap.newKeySet();

    private static ConfigurableApplicationContext context;

    private final Browser browser = Browser.of(Network.INSTANCE);

    /** With one thread, so that a request meets what the previous one left on it. */
    @BeforeAll
    static void start() {
        context = Boot.run(beans -> {}, App.class, "server.tomcat.threads.max=1", "server.tomcat.threads.min-spare=1");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void nobodyEdits() {
        EDITORS.clear();
    }

    @EnableMethodSecurity
    @Import(Pages.class)
    static class App {
        @Bean
        Auth auth() {
            return Auth.of(AuthConfig.builder()
                    .env(Env.none())
                    .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                    .adapter(STORE)
                    .session(SessionOptions.database())
                    .provider(CredentialsProvider.of((accepted, request) -> Optional.of(user(accepted.text("name"))))
                            .field("name", CredentialInput.text("Name"))
                            .databaseSessions(true)));
        }

        @Bean
        SessionRoles roles() {
            return session -> EDITORS.contains(session.user().name()) ? Set.of("EDITOR") : Set.of();
        }

        @Bean
        @Order(1)
        SecurityFilterChain required(HttpSecurity http) throws Exception {
            return usual(http.securityMatcher("/required/**"))
                    .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.IF_REQUIRED))
                    .build();
        }

        @Bean
        @Order(2)
        SecurityFilterChain always(HttpSecurity http) throws Exception {
            return usual(http.securityMatcher("/always/**"))
                    .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.ALWAYS))
                    .build();
        }

        @Bean
        @Order(3)
        SecurityFilterChain one(HttpSecurity http) throws Exception {
            return usual(http.securityMatcher("/one/**"))
                    .sessionManagement(sessions -> sessions.maximumSessions(1))
                    .build();
        }

        @Bean
        @Order(4)
        SecurityFilterChain others(HttpSecurity http) throws Exception {
            return usual(http).build();
        }

        private static HttpSecurity usual(HttpSecurity http) throws Exception {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.requestMatchers("/*/open/**")
                            .permitAll()
                            .anyRequest()
                            .authenticated());
        }
    }

    private static User user(String name) {
        return STORE.getUserByEmail(name + "@example.com")
                .orElseGet(() -> STORE.createUser(User.of(null, name, name + "@example.com")));
    }

    @RestController
    @RequestMapping("/{chain}")
    static class Pages {
        private final Auth auth;

        Pages(Auth auth) {
            this.auth = auth;
        }

        /** Creates an HttpSession, as every form with a CSRF token does. */
        @GetMapping("/who")
        String who(HttpServletRequest request, Authentication user) {
            request.getSession();
            var session = (Session) user.getPrincipal();
            return session.user().name() + " "
                    + user.getName().equals(session.user().id());
        }

        @PreAuthorize("hasRole('EDITOR')")
        @GetMapping("/edit")
        String edit(HttpServletRequest request) {
            request.getSession();
            return "edit";
        }

        @GetMapping("/later")
        Callable<String> later() {
            return () -> nameOfThread();
        }

        @GetMapping("/open/thread")
        String thread() {
            return nameOfThread();
        }

        @GetMapping("/open/stored")
        String stored(HttpServletRequest request) {
            var session = request.getSession(false);
            return session == null ? "none" : String.valueOf(session.getAttribute(CONTEXT));
        }

        /** As an older release, or a filter of the application, may have stored it. */
        @GetMapping("/keep")
        String keep(HttpServletRequest request, Session session) {
            var kept = new SessionAuthentication(session, Set.of("EDITOR"));
            request.getSession().setAttribute(CONTEXT, new SecurityContextImpl(kept));
            return "kept";
        }

        @GetMapping("/end-others")
        String endOthers(HttpServletRequest request) {
            auth.accounts(asSent(request)).orElseThrow().endOtherSessions();
            return "ended";
        }

        private static Request asSent(HttpServletRequest request) {
            return Request.get(request.getRequestURL().toString()).header("Cookie", request.getHeader("Cookie"));
        }

        private static String nameOfThread() {
            var now = SecurityContextHolder.getContext().getAuthentication();
            return now != null && now.getPrincipal() instanceof Session session
                    ? String.valueOf(session.user().name())
                    : "anonymous";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/required", "/always", "/one", "/others"})
    void a_sign_out_reaches_a_browser_that_keeps_its_HttpSession(String chain) {
        signIn(browser, "ada");
        assertThat(browser.open(at(chain + "/who")).text()).isEqualTo("ada true");
        assertThat(browser.cookie(at("/"), "JSESSIONID")).isPresent();

        browser.open(at("/auth/signout")).form().submit();

        assertThat(browser.cookie(at("/"), "JSESSIONID")).isPresent();
        assertThat(browser.open(at(chain + "/who")).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/required", "/always", "/one", "/others"})
    void the_next_user_of_a_browser_is_also_the_user_of_Spring_Security(String chain) {
        EDITORS.add("ada");
        signIn(browser, "ada");
        assertThat(browser.open(at(chain + "/edit")).text()).isEqualTo("edit");

        signIn(browser, "bob");

        assertThat(browser.open(at(chain + "/who")).text()).isEqualTo("bob true");
        assertThat(browser.open(at(chain + "/edit")).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/required", "/always", "/one", "/others"})
    void a_removed_role_is_absent_at_the_next_request(String chain) {
        EDITORS.add("ada");
        signIn(browser, "ada");
        assertThat(browser.open(at(chain + "/edit")).text()).isEqualTo("edit");

        EDITORS.remove("ada");

        assertThat(browser.open(at(chain + "/edit")).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/required", "/always", "/one", "/others"})
    void a_session_that_its_user_ended_elsewhere_ends_in_this_browser(String chain) {
        signIn(browser, "ada");
        assertThat(browser.open(at(chain + "/who")).text()).isEqualTo("ada true");
        var elsewhere = Browser.of(Network.INSTANCE);
        signIn(elsewhere, "ada");

        assertThat(elsewhere.open(at(chain + "/end-others")).text()).isEqualTo("ended");

        assertThat(browser.open(at(chain + "/who")).status()).isEqualTo(401);
        assertThat(elsewhere.open(at(chain + "/who")).text()).isEqualTo("ada true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/required", "/always", "/one", "/others"})
    void Spring_Security_stores_nothing_about_a_user_of_Cardea(String chain) {
        signIn(browser, "ada");
        browser.open(at(chain + "/who"));
        assertThat(browser.open(at(chain + "/open/stored")).text()).isEqualTo("null");
    }

    @Test
    void a_user_in_an_HttpSession_is_ignored() {
        EDITORS.add("ada");
        signIn(browser, "ada");
        assertThat(browser.open(at("/required/keep")).text()).isEqualTo("kept");
        var kept = Objects.requireNonNull(browser.cookies(at("/")).get("JSESSIONID"));
        var thief = Browser.of(Network.INSTANCE).setCookie(at("/"), "JSESSIONID=" + kept + "; Path=/");

        assertThat(thief.open(at("/required/who")).status()).isEqualTo(401);
        assertThat(thief.open(at("/required/edit")).status()).isEqualTo(401);
        assertThat(thief.open(at("/required/open/thread")).text()).isEqualTo("anonymous");

        signIn(browser, "bob");
        assertThat(browser.open(at("/required/who")).text()).isEqualTo("bob true");
        assertThat(browser.open(at("/required/edit")).status()).isEqualTo(403);
    }

    /** Otherwise Spring Security treats each request as a sign-in, and gives the HttpSession a new id each time. */
    @ParameterizedTest
    @ValueSource(strings = {"/required", "/always", "/one", "/others"})
    void the_HttpSession_keeps_its_id_from_one_request_to_the_next(String chain) {
        signIn(browser, "ada");
        browser.open(at(chain + "/who"));
        var before = browser.cookie(at("/"), "JSESSIONID");
        browser.open(at(chain + "/who"));
        assertThat(browser.cookie(at("/"), "JSESSIONID")).isEqualTo(before);
    }

    @Test
    void a_thread_forgets_its_user_after_an_asynchronous_dispatch() {
        signIn(browser, "ada");
        for (int i = 0; i < 3; i++) {
            assertThat(browser.open(at("/required/later")).text()).isEqualTo("ada");
            assertThat(Web.get(context, "/required/open/thread", "").body()).isEqualTo("anonymous");
        }
    }

    @Test
    void a_sign_out_of_Spring_Security_signs_out_of_Cardea() {
        signIn(browser, "ada");
        browser.open(at("/required/who"));
        browser.post(at("/logout"), Map.of());
        assertThat(browser.open(at("/auth/session")).text()).isEqualTo("null");
        assertThat(browser.open(at("/required/who")).status()).isEqualTo(401);
    }

    private void signIn(Browser browser, String name) {
        browser.open(at("/auth/signin"))
                .form("Sign in with Credentials")
                .fill("name", name)
                .submit();
        assertThat(browser.open(at("/auth/session")).text()).contains(name);
    }

    private String at(String path) {
        return "http://127.0.0.1:" + Boot.port(context) + path;
    }
}
