package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an audit log can learn from an event about the request. */
class EventRequestTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String PROXY = "10.0.0.1";
    private static final String CLIENT = "203.0.113.7";
    private static final String BROWSER = "Mozilla/5.0 (X11; Linux)";

    private final Map<String, EventRequest> heard = new LinkedHashMap<>();
    private final AtomicReference<String> link = new AtomicReference<>();
    private final InMemoryAdapter store = new InMemoryAdapter();
    private final User ada = store.createUser(User.of("42", "Ada", null));
    private final AuthConfig.Builder config = AuthConfig.builder()
            .env(Env.none())
            .secret(SECRET)
            .url("https://app.example")
            .trustedProxies("10.0.0.0/8")
            .requestIds(request -> request.header("x-request-id").orElse(null))
            .adapter(store)
            .session(SessionOptions.database())
            .events(new Listener())
            .provider(CredentialsProvider.of((credentials, request) ->
                            "right".equals(credentials.text("password")) ? Optional.of(ada) : Optional.empty())
                    .databaseSessions(true))
            .provider(EmailProvider.of("email", mail -> link.set(mail.url())).name("Email"))
            .danger()
            .skipCsrfCheck();

    @Test
    void every_event_of_a_browsers_requests_has_id_address_and_user_agent() {
        var auth = Auth.of(config);
        var cookies = cookies(auth.handle(password("right", PROXY)));
        auth.handle(request("GET", "/auth/session", PROXY).header("Cookie", cookies));
        auth.handle(request("POST", "/auth/signout", PROXY).header("Cookie", cookies));
        auth.handle(password("wrong", PROXY));
        byLink(auth, "grace@example.com");
        store.createUser(User.of("43", "Hal", "hal@example.com"));
        byLink(auth, "hal@example.com");

        assertThat(heard).containsOnlyKeys("createUser", "updateUser", "signIn", "session", "signOut", "signInFailed");
        assertThat(heard.values()).allSatisfy(request -> {
            assertThat(request.id()).isEqualTo("r-1");
            assertThat(address(request)).isEqualTo(CLIENT);
            assertThat(request.userAgent()).isEqualTo(BROWSER);
        });
    }

    /** A module that changes what belongs to a user. */
    private record ColorRoute(String kind) implements Route {
        @Override
        public String name() {
            return "color";
        }

        @Override
        public Set<String> methods() {
            return Set.of("POST");
        }

        @Override
        public InternalResponse answer(RouteRequest request) {
            request.publishAccountChange(kind, "42", Claims.of("color", "blue"));
            return InternalResponse.json(200, "changed", List.of());
        }
    }

    @Test
    void a_change_by_a_module_is_an_event_with_its_details_and_the_request() {
        Auth.of(config.route(new ColorRoute("color-changed"))).handle(request("POST", "/auth/color", PROXY));
        assertThat(heard).hasEntrySatisfying("accountChanged color-changed 42 {\"color\":\"blue\"}", request -> {
            assertThat(request.id()).isEqualTo("r-1");
            assertThat(address(request)).isEqualTo(CLIENT);
            assertThat(request.userAgent()).isEqualTo(BROWSER);
        });
    }

    @Test
    void the_kind_of_a_change_is_a_word_and_no_free_text() {
        var auth = Auth.of(config.route(new ColorRoute("ada@example.com changed")));
        assertThatThrownBy(() -> auth.raw().handle(request("POST", "/auth/color", PROXY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lowercase letters and hyphens");
    }

    @Test
    void an_address_that_an_unknown_peer_forwards_does_not_count() {
        Auth.of(config).handle(password("wrong", "198.51.100.9"));
        assertThat(address(heard.get("signInFailed"))).isEqualTo("198.51.100.9");
    }

    @Test
    void events_of_calls_by_code_have_the_request_that_was_passed() {
        var auth = Auth.of(config);
        var begun = auth.signIn(
                request("GET", "/login", PROXY),
                SignIn.with("credentials").field("username", "ada").field("password", "right"));
        assertThat(address(heard.remove("signIn"))).isEqualTo(CLIENT);
        var mine = request("GET", "/", PROXY).header("Cookie", sent(begun.cookies()));

        assertThat(auth.session(mine)).isPresent();
        assertThat(address(heard.remove("session"))).isEqualTo(CLIENT);

        auth.handle(password("right", PROXY));
        auth.accounts(mine).orElseThrow().endOtherSessions();
        assertThat(address(heard.remove("signOut"))).isEqualTo(CLIENT);

        auth.handle(password("right", PROXY));
        var accounts = auth.accounts(mine).orElseThrow();
        var other = accounts.sessions().stream()
                .filter(session -> !session.isCurrent())
                .findFirst()
                .orElseThrow();
        assertThat(accounts.endSession(other.id())).isTrue();
        assertThat(address(heard.remove("signOut"))).isEqualTo(CLIENT);

        auth.signOut(mine, SignOut.DEFAULT);
        assertThat(address(heard.remove("signOut"))).isEqualTo(CLIENT);
    }

    /** The site's server calls from its own address, and signs the browser's. */
    @Test
    void over_the_bridge_it_is_the_browsers_request() {
        var call = password("wrong", "192.0.2.4")
                .header("X-Forwarded-Host", "app.example")
                .header("X-Forwarded-Proto", "https");
        Auth.of(config.bridge(true)).handle(new BridgeSigner(SECRET).sign(BridgeMode.FORWARD, call, Instant.now()));
        assertThat(address(heard.get("signInFailed"))).isEqualTo(CLIENT);
    }

    @Test
    void the_address_of_the_sites_server_is_not_taken_for_the_browsers() {
        var headers = Headers.of("Host", "app.example")
                .with("X-Forwarded-Host", "app.example")
                .with("X-Forwarded-Proto", "https");
        var call = password("wrong", "192.0.2.4");
        var unknown = call.headers(headers.with("Content-Type", "application/x-www-form-urlencoded"));
        Auth.of(config.bridge(true)).handle(new BridgeSigner(SECRET).sign(BridgeMode.FORWARD, unknown, Instant.now()));
        assertThat(heard.get("signInFailed").clientAddress()).isNull();
    }

    @Test
    void without_an_id_it_has_the_number_that_observers_know() {
        var numbers = new ArrayList<String>();
        config.requestIds(request -> null)
                .observer((at, step) -> numbers.add(at.request().toString()));
        Auth.of(config).handle(password("wrong", PROXY));
        assertThat(heard.get("signInFailed").id()).isEqualTo(numbers.get(0));
    }

    @Test
    void an_application_without_observers_and_recorder_gets_the_request_too() {
        WithoutModules.get(() -> Auth.of(config)).handle(password("wrong", PROXY));
        assertThat(address(heard.get("signInFailed"))).isEqualTo(CLIENT);
        assertThat(heard.get("signInFailed").userAgent()).isEqualTo(BROWSER);
    }

    @Test
    void without_events_and_observers_a_request_is_not_looked_at() {
        var asked = new ArrayList<Request>();
        config.events(Events.NONE).requestIds(request -> {
            asked.add(request);
            return null;
        });
        WithoutModules.get(() -> Auth.of(config)).handle(password("wrong", PROXY));
        assertThat(asked).isEmpty();
    }

    @Test
    void a_user_agent_is_one_line_of_at_most_512_characters() {
        assertThat(new EventRequest("1", null, "a\r\nb\u0000\u0085c").userAgent())
                .isEqualTo("a  b  c");
        assertThat(new EventRequest("1", null, "x".repeat(10_000)).userAgent()).hasSize(512);
        assertThat(new EventRequest("1", null, " \n").userAgent()).isNull();
        assertThat(new EventRequest("1", null, null).userAgent()).isNull();
    }

    private void byLink(Auth auth, String address) {
        auth.handle(request("POST", "/auth/signin/email", PROXY)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body(Form.encode(Map.of("email", address))));
        auth.handle(request("GET", link.get().substring("https://app.example".length()), PROXY));
    }

    private static Request password(String password, String peer) {
        return request("POST", "/auth/callback/credentials", peer)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body(Form.encode(Map.of("username", "ada", "password", password)));
    }

    private static Request request(String method, String target, String peer) {
        var headers = Headers.of("Host", "app.example")
                .with("X-Forwarded-For", CLIENT)
                .with("X-Request-Id", "r-1")
                .with("User-Agent", BROWSER);
        return Request.of(method, "https", target, headers, new byte[0], peer);
    }

    private static @Nullable String address(EventRequest request) {
        var address = request.clientAddress();
        return address == null ? null : address.getHostAddress();
    }

    private static String cookies(Response response) {
        return response.headers().all("set-cookie").stream()
                .map(line -> line.split(";", 2)[0])
                .collect(Collectors.joining("; "));
    }

    private static String sent(List<Cookie> cookies) {
        return cookies.stream()
                .map(cookie -> cookie.toHeaderValue().split(";", 2)[0])
                .collect(Collectors.joining("; "));
    }

    /** Keeps the last request of each kind of event. */
    private final class Listener implements Events {
        @Override
        public void createUser(CreateUser event) {
            heard.put("createUser", event.request());
        }

        @Override
        public void updateUser(UpdateUser event) {
            heard.put("updateUser", event.request());
        }

        @Override
        public void linkAccount(LinkAccount event) {
            heard.put("linkAccount", event.request());
        }

        @Override
        public void session(Session event) {
            heard.put("session", event.request());
        }

        @Override
        public void signIn(SignIn event) {
            heard.put("signIn", event.request());
        }

        @Override
        public void signOut(SignOut event) {
            heard.put("signOut", event.request());
        }

        @Override
        public void accountChanged(AccountChanged event) {
            heard.put(
                    "accountChanged " + event.kind() + " " + event.userId() + " "
                            + event.details().toJson(),
                    event.request());
        }

        @Override
        public void signInFailed(SignInFailed event) {
            heard.put("signInFailed", event.request());
        }
    }
}
