package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Accounts.OpenSession;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.model.Login;
import dev.cardea.model.User;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.ModuleError;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.testing.Browser;
import dev.cardea.webauthn.EveryMethodSite.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the routes of modules do with sessions. */
class ModuleSessionsTest {
    private static final String COOKIE = "__Secure-authjs.session-token";

    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> opened = new CopyOnWriteArrayList<>();
    private Consumer<Store> change = unit -> {};
    private BiConsumer<Store, String> opening = (unit, id) -> opened.add(id);
    private Function<RouteRequest, InternalResponse> answering =
            call -> InternalResponse.json(200, "changed", call.reopen(change, opening));

    private CsrfRule csrf = CsrfRule.TOKEN;

    enum StoreKind {
        ROWS(SessionOptions.database(), true),
        ROWS_WITHOUT_UNITS(SessionOptions.database(), false),
        RECORDED_ROWS(SessionOptions.database().absoluteAge(Duration.ofDays(90)), true),
        REVOCABLE(SessionOptions.revocable(), true),
        REVOCABLE_WITHOUT_UNITS(SessionOptions.revocable(), false);

        private final SessionOptions session;
        private final boolean hasUnits;

        StoreKind(SessionOptions session, boolean hasUnits) {
            this.session = session;
            this.hasUnits = hasUnits;
        }

        boolean hasRecords() {
            return this != ROWS && this != ROWS_WITHOUT_UNITS;
        }
    }

    /** A route that does what the test says. */
    private final class NotesRoute implements Route {
        @Override
        public String name() {
            return "notes";
        }

        @Override
        public Set<String> methods() {
            return Set.of("POST");
        }

        @Override
        public CsrfRule csrf() {
            return csrf;
        }

        @Override
        public InternalResponse answer(RouteRequest request) {
            return answering.apply(request);
        }
    }

    // --- login ---

    @ParameterizedTest
    @EnumSource
    void a_login_is_the_stored_user_and_the_id_by_which_the_session_is_listed(StoreKind kept) {
        var site = site(kept);
        var browser = signedIn(site);
        memory.updateUser(UserChange.of(userId()).name("Countess"));
        List<Login> seen = new CopyOnWriteArrayList<>();
        answering = call -> {
            call.login().ifPresent(seen::add);
            return InternalResponse.json(200, "", List.of());
        };
        post(browser);
        var login = site.site.auth.login(page(browser)).orElseThrow();

        assertThat(seen).containsExactly(login);
        assertThat(login.user().name()).isEqualTo("Countess");
        assertThat(site.site.auth.sessions().list(userId()))
                .extracting(OpenSession::id)
                .containsExactly(login.sessionId());
        assertThat(site.site.auth.login(page(site.site.browser()))).isEmpty();
        site.site.auth.sessions().endAll(userId());
        assertThat(site.site.auth.login(page(browser))).isEmpty();
    }

    @Test
    void a_session_that_only_the_cookie_has_is_no_login() {
        var site = site(SessionOptions.jwt(), true, c -> c);
        var browser = signedIn(site);
        assertThatThrownBy(() -> site.site.auth.login(page(browser)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("set session.strategy to revocable");
        post(browser);
        assertThat(site.site.lastError()).contains("set session.strategy to revocable");
    }

    // --- sign-in ---

    @Test
    void a_route_begins_a_sign_in_with_its_cookies_and_without_a_further_token() {
        var site = site(StoreKind.ROWS);
        answering = call -> call.signIn(SignIn.with("op").param("prompt", "login"));
        var browser = site.site.browser();
        var answer = post(browser, "callbackUrl=%2Finside");
        assertThat(answer.header("Location").orElseThrow()).contains("/authorize?", "prompt=login");
        assertThat(answer.headers().all("set-cookie"))
                .anySatisfy(line -> assertThat(line).contains("pkce.code_verifier="))
                .filteredOn(line -> line.contains("callback-url="))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("inside"));
        assertThat(browser.open(answer.header("Location").orElseThrow()).url()).isEqualTo(APP + "/inside");
        assertThat(site.session(browser)).contains(Method.PROVIDER.email);
    }

    @Test
    void the_sign_in_of_a_route_may_lead_elsewhere_than_its_own_request() {
        var site = site(StoreKind.ROWS);
        answering = call -> call.signIn(
                SignIn.with("email").field("email", "bob@example.com").redirectTo("/joined"));
        var browser = site.site.browser();
        var answer = post(browser, "callbackUrl=%2Finside");
        assertThat(answer.header("Location").orElseThrow()).contains("/verify-request");
        assertThat(answer.headers().all("set-cookie"))
                .filteredOn(line -> line.contains("callback-url="))
                .singleElement()
                .satisfies(line -> assertThat(line).contains("joined"));
        var asJson = browser.send(form(browser, "").header("X-Auth-Return-Redirect", "1"));
        assertThat(asJson.status()).isEqualTo(200);
        assertThat(asJson.text()).contains("{\"url\":\"", "verify-request");
    }

    @Test
    void a_sign_in_with_credentials_signs_in_at_once_and_one_without_a_provider_shows_the_page() {
        var site = site(StoreKind.ROWS);
        var browser = site.site.browser();
        answering = call -> call.signIn(SignIn.page().redirectTo("/inside"));
        assertThat(post(browser).header("Location")).hasValue(APP + "/auth/signin?callbackUrl=%2Finside");
        answering = call -> call.signIn(SignIn.with("credentials").field("username", "grace"));
        post(browser);
        assertThat(site.session(browser)).contains(Method.CREDENTIALS.email);
    }

    @Test
    void a_route_that_needs_a_store_says_so_where_there_is_none() {
        csrf = CsrfRule.NONE;
        answering = call -> InternalResponse.json(200, call.store().toString(), List.of());
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .route(new NotesRoute()));
        assertThatThrownBy(() -> auth.raw().handle(Request.post(APP + "/auth/notes", "text/plain", "")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the route notes needs an adapter; set adapter");
    }

    // --- reopen ---

    @ParameterizedTest
    @EnumSource
    void a_change_leaves_one_session_a_new_one_in_the_browser_that_made_it(StoreKind kept) {
        var site = site(kept);
        var browser = signedIn(site);
        var other = signedIn(site);
        var another = signedIn(site);
        var before = browser.cookie(APP + "/", COOKIE).orElseThrow();
        var old = site.site.auth.login(page(browser)).orElseThrow();
        var stolen = page(browser);
        events.clear();
        change = unit -> unit.updateUser(UserChange.of(userId()).name("Countess"));

        assertThat(post(browser).text()).isEqualTo("\"changed\"");

        assertThat(browser.cookie(APP + "/", COOKIE).orElseThrow()).isNotEqualTo(before);
        var login = site.site.auth.login(page(browser)).orElseThrow();
        assertThat(login.sessionId()).isNotEqualTo(old.sessionId());
        assertThat(login.user().name()).isEqualTo("Countess");
        assertThat(opened).containsExactly(login.sessionId());
        assertThat(site.site.auth.session(page(browser))).isPresent();
        assertThat(site.site.auth.sessions().list(userId())).hasSize(1);
        for (var ended : List.of(page(other), page(another), stolen)) {
            assertThat(site.site.auth.confirmed(ended)).isEmpty();
            assertThat(site.site.auth.session(ended)).isEmpty();
        }
        assertThat(events.stream().filter(it -> it.startsWith("sessionEnded")))
                .hasSize(kept.hasRecords() ? 2 : 0)
                .doesNotHaveDuplicates()
                .allMatch(it -> it.startsWith("sessionEnded ELSEWHERE ") && !it.contains(old.sessionId()));
        assertThat(events.stream().filter("signOut"::equals)).hasSize(isRows(kept) ? 2 : 0);
        assertThat(events).doesNotContain("signIn");
    }

    @ParameterizedTest
    @EnumSource(names = {"RECORDED_ROWS", "REVOCABLE"})
    void the_new_session_has_the_beginning_and_the_provider_of_the_old_one(StoreKind kept) {
        var site = site(kept);
        var browser = signedIn(site);
        var before = site.site.auth.sessions().list(userId()).get(0);
        site.site.clock.advance(Duration.ofDays(20));
        post(browser);
        site.site.clock.advance(Duration.ofDays(20));
        post(browser);
        var after = site.site.auth.sessions().list(userId()).get(0);
        assertThat(after.begun()).isEqualTo(before.begun());
        assertThat(after.provider()).isEqualTo("op");
        assertThat(after.seen()).isEqualTo(site.site.clock.instant());
        assertThat(site.site.auth.session(page(browser))).isPresent();
        site.site.clock.advance(Duration.ofDays(29));
        post(browser);
        assertThat(site.site.auth.session(page(browser))).isPresent();
        // The absolute age counts from the sign-in.
        site.site.clock.advance(Duration.ofDays(22));
        assertThat(site.site.auth.session(page(browser))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_refused_change_changes_nothing(StoreKind kept) {
        var site = site(kept);
        var browser = signedIn(site);
        var other = signedIn(site);
        var before = browser.cookie(APP + "/", COOKIE);
        change = unit -> {
            unit.updateUser(UserChange.of(userId()).name("Countess"));
            throw new ModuleError(ErrorType.ACCESS_DENIED, "PasswordUnchanged", "choose another one").exception();
        };
        assertThat(post(browser).header("Location").orElseThrow())
                .endsWith("?error=AccessDenied&code=PasswordUnchanged");
        assertThat(browser.cookie(APP + "/", COOKIE)).isEqualTo(before);
        assertThat(site.site.auth.confirmed(page(browser))).isPresent();
        assertThat(site.site.auth.confirmed(page(other)).isPresent()).isEqualTo(kept.hasUnits);
        assertThat(opened).isEmpty();
        if (kept.hasUnits) assertThat(user().name()).isEqualTo("Ada");
    }

    @ParameterizedTest
    @EnumSource
    void a_module_that_throws_after_the_new_session_leaves_none(StoreKind kept) {
        var site = site(kept);
        var browser = signedIn(site);
        opening = (unit, id) -> {
            throw new IllegalStateException("the module is broken");
        };
        site.site.log.clear();
        assertThat(post(browser).header("Location").orElseThrow()).contains("error=Configuration");
        assertThat(site.site.log).extracting(AuthException::type).containsExactly(ErrorType.CALLBACK_ROUTE_ERROR);
        assertThat(site.site.auth.sessions().list(userId())).hasSize(kept.hasUnits ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_another_request_ends_meanwhile_makes_no_change(StoreKind kept) throws Exception {
        var probe = kept.hasUnits ? AdapterProbe.on(memory) : AdapterProbe.without(UnitOfWork.class, memory);
        var site = site(probe.adapter(), kept.session, c -> c);
        var browser = signedIn(site);
        var changed = new AtomicInteger();
        change = unit -> changed.incrementAndGet();
        var request = form(browser, "");
        var lists = isRows(kept) ? "listSessionsByUserId" : "listSessionRecords";
        var pause = probe.pauseBefore(kept.hasUnits ? "inUnit" : lists);
        var answer = new FutureTask<>(() -> browser.send(request));
        new Thread(answer).start();
        pause.awaitReached();
        new AllSessions(memory).endAll(userId(), null);
        pause.resume();

        assertThat(answer.get().header("Location").orElseThrow()).contains("error=AccessDenied");
        assertThat(changed).hasValue(0);
        assertThat(site.site.auth.sessions().list(userId())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"ROWS_WITHOUT_UNITS", "REVOCABLE_WITHOUT_UNITS"})
    void without_units_a_session_that_opens_during_the_change_ends_with_the_others(StoreKind kept) {
        var site = site(kept);
        var browser = signedIn(site);
        List<Browser> late = new ArrayList<>();
        change = unit -> late.add(signedIn(site));
        post(browser);
        assertThat(site.site.auth.confirmed(page(late.get(0)))).isEmpty();
        assertThat(site.site.auth.confirmed(page(browser))).isPresent();
    }

    @Test
    void the_unit_locks_the_user_first_and_begins_again_after_a_conflict() {
        var probe = AdapterProbe.on(memory);
        var site = site(probe.adapter(), SessionOptions.database(), c -> c);
        var browser = signedIn(site);
        probe.forgetCalls();
        var tries = new AtomicInteger();
        change = unit -> {
            if (tries.incrementAndGet() == 1)
                throw new AdapterException("updateUser", new StoreConflictException("another was faster", null));
        };
        assertThat(post(browser).status()).isEqualTo(200);
        assertThat(tries).hasValue(2);
        assertThat(probe.calls())
                .containsSubsequence(
                        "inUnit", "lockUser", "inUnit", "lockUser", "createSession", "deleteSessionsByUserId");
        assertThat(probe.calls().get(probe.calls().indexOf("inUnit") + 1)).isEqualTo("lockUser");
        assertThat(opened).hasSize(1);
    }

    @Test
    void what_the_jwt_callback_keeps_in_the_token_stays_in_the_new_one() {
        var calls = new AtomicInteger();
        var callbacks = Callbacks.DEFAULT.jwt(params -> params.token().with("turn", calls.incrementAndGet()));
        var site = site(
                SessionOptions.revocable(),
                true,
                c -> c.callbacks(callbacks.session(
                        params -> params.session().with("turn", params.token().value("turn")))));
        var browser = signedIn(site);
        calls.set(40);
        post(browser);
        assertThat(calls).hasValue(41);
        assertThat(site.site.auth.session(page(browser)).orElseThrow().claims().value("turn"))
                .isEqualTo(42L);
    }

    @ParameterizedTest
    @EnumSource
    void no_one_reopens_without_a_session(StoreKind kept) {
        var site = site(kept);
        change = unit -> {
            throw new AssertionError("no user is signed in");
        };
        var answer = post(site.site.browser());
        assertThat(answer.header("Location").orElseThrow()).contains("error=AccessDenied");
        assertThat(site.site.lastError()).isEqualTo("no user is signed in: the session has ended");
    }

    // --- replaceSession ---

    @ParameterizedTest
    @EnumSource
    void a_session_that_is_replaced_has_another_token_and_the_others_stay(StoreKind kept) {
        answering = replacing();
        var site = site(kept);
        var browser = signedIn(site);
        var other = signedIn(site);
        var old = site.site.auth.login(page(browser)).orElseThrow();
        var stolen = page(browser);
        events.clear();

        assertThat(post(browser).text()).isEqualTo("\"replaced\"");

        var login = site.site.auth.login(page(browser)).orElseThrow();
        assertThat(login.sessionId()).isNotEqualTo(old.sessionId());
        assertThat(opened).containsExactly(login.sessionId());
        assertThat(site.site.auth.session(page(browser))).isPresent();
        assertThat(site.site.auth.confirmed(stolen)).isEmpty();
        assertThat(site.site.auth.session(stolen)).isEmpty();
        assertThat(site.site.auth.confirmed(page(other))).isPresent();
        assertThat(site.site.auth.sessions().list(userId())).hasSize(2);
        assertThat(events).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_another_request_ends_meanwhile_is_not_replaced(StoreKind kept) throws Exception {
        answering = replacing();
        var probe = kept.hasUnits ? AdapterProbe.on(memory) : AdapterProbe.without(UnitOfWork.class, memory);
        var site = site(probe.adapter(), kept.session, c -> c);
        var browser = signedIn(site);
        var request = form(browser, "");
        var lists = isRows(kept) ? "listSessionsByUserId" : "listSessionRecords";
        var pause = probe.pauseBefore(kept.hasUnits ? "inUnit" : lists);
        var answer = new FutureTask<>(() -> browser.send(request));
        new Thread(answer).start();
        pause.awaitReached();
        new AllSessions(memory).endAll(userId(), null);
        pause.resume();

        assertThat(answer.get().header("Location").orElseThrow()).contains("error=AccessDenied");
        assertThat(opened).isEmpty();
        assertThat(site.site.auth.sessions().list(userId())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_module_that_throws_after_the_replacement_leaves_none(StoreKind kept) {
        answering = replacing();
        var site = site(kept);
        var browser = signedIn(site);
        opening = (unit, id) -> {
            throw new IllegalStateException("the module is broken");
        };
        assertThat(post(browser).header("Location").orElseThrow()).contains("error=Configuration");
        assertThat(site.site.auth.sessions().list(userId())).hasSize(kept.hasUnits ? 1 : 0);
        assertThat(post(site.site.browser()).header("Location").orElseThrow()).contains("error=AccessDenied");
    }

    private Function<RouteRequest, InternalResponse> replacing() {
        return call -> InternalResponse.json(200, "replaced", call.replaceSession(opening));
    }

    // --- parts ---

    private EveryMethodSite site(StoreKind kept) {
        return site(kept.session, kept.hasUnits, c -> c);
    }

    private EveryMethodSite site(SessionOptions session, boolean hasUnits, UnaryOperator<AuthConfig.Builder> more) {
        var store = hasUnits
                ? memory
                : AdapterProbe.without(UnitOfWork.class, memory).adapter();
        return site(store, session, more);
    }

    private EveryMethodSite site(Adapter store, SessionOptions session, UnaryOperator<AuthConfig.Builder> more) {
        return new EveryMethodSite(
                memory, store, session, c -> more.apply(c.events(new EventLog()).route(new NotesRoute())));
    }

    private final class EventLog implements Events {
        @Override
        public void signIn(SignIn event) {
            events.add("signIn");
        }

        @Override
        public void signOut(SignOut event) {
            events.add("signOut");
        }

        @Override
        public void sessionEnded(SessionEnded event) {
            events.add("sessionEnded " + event.reason() + " " + event.sessionId());
        }
    }

    private static boolean isRows(StoreKind kept) {
        return kept != StoreKind.REVOCABLE && kept != StoreKind.REVOCABLE_WITHOUT_UNITS;
    }

    private Browser signedIn(EveryMethodSite site) {
        var browser = site.site.browser();
        site.signIn(Method.PROVIDER, browser);
        return browser;
    }

    private User user() {
        return memory.getUserByEmail(Method.PROVIDER.email).orElseThrow();
    }

    private String userId() {
        return String.valueOf(user().id());
    }

    private static Request page(Browser browser) {
        var cookies = browser.cookies(APP + "/").entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .toList();
        return Request.get(APP + "/").header("cookie", String.join("; ", cookies));
    }

    private static Response post(Browser browser) {
        return post(browser, "");
    }

    private static Response post(Browser browser, String fields) {
        return browser.send(form(browser, fields));
    }

    private static Request form(Browser browser, String fields) {
        var token =
                Json.parseObject(browser.open(APP + "/auth/csrf").text(), 10).text("csrfToken");
        return Request.post(
                APP + "/auth/notes", "application/x-www-form-urlencoded", "csrfToken=" + token + "&" + fields);
    }
}
