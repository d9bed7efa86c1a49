package dev.cardea.webauthn;

import static dev.cardea.webauthn.PasskeySite.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Login;
import dev.cardea.model.User;
import dev.cardea.module.ModuleError;
import dev.cardea.module.Proof;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.Verdict;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import dev.cardea.webauthn.EveryMethodSite.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A module's step between the proof of an identity and its session. */
class SignInStepTest {
    private static final String COOKIE = "__Secure-authjs.session-token";
    private static final String ASKED = APP + "/auth/code?asked=1";
    private static final int CALLERS = 32;
    /** As for every token that Cardea seals. */
    private static final Duration CLOCK_SKEW = Duration.ofSeconds(16);

    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final SampleStep step = new SampleStep();

    enum StoreKind {
        ROWS(SessionOptions.database(), true),
        ROWS_WITHOUT_UNITS(SessionOptions.database(), false),
        TOKENS(SessionOptions.jwt(), true),
        TOKENS_WITHOUT_UNITS(SessionOptions.jwt(), false),
        REVOCABLE(SessionOptions.revocable(), true),
        REVOCABLE_WITHOUT_UNITS(SessionOptions.revocable(), false);

        private final SessionOptions session;
        private final boolean hasUnits;

        StoreKind(SessionOptions session, boolean hasUnits) {
            this.session = session;
            this.hasUnits = hasUnits;
        }
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(Method.values())
                .flatMap(method -> Stream.of(StoreKind.values()).map(kept -> Arguments.of(method, kept)));
    }

    // --- pause ---

    @ParameterizedTest
    @MethodSource("everywhere")
    void a_pause_stores_the_user_and_opens_no_session_until_it_is_resumed(Method method, StoreKind kept) {
        var site = site(kept);
        var browser = site.site.browser();
        assertThat(site.signIn(method, browser)).isEqualTo(ASKED);

        assertThat(memory.getUserByEmail(method.email)).isPresent();
        assertThat(browser.cookie(APP + "/", COOKIE)).isEmpty();
        assertThat(rows(method)).isEmpty();
        assertThat(site.events).doesNotContain("signIn");

        assertThat(enterCode(browser).url()).isEqualTo(APP + "/in");
        assertThat(site.session(browser)).contains(method.email);
        assertThat(rows(method)).hasSize(isRows(kept) ? 1 : 0);
        assertThat(site.events).endsWith("signIn").containsOnlyOnce("signIn");
        assertThat(step.decided).last().satisfies(resumed -> {
            assertThat(resumed.isResumed()).isTrue();
            assertThat(resumed.proofs()).hasSize(2).last().isEqualTo(Proof.of("totp", "otp", "mfa"));
            assertThat(resumed.isNewUser()).isEqualTo(method != Method.CREDENTIALS);
        });
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void a_pause_leaves_the_session_that_the_browser_has_until_it_is_resumed(Method method, StoreKind kept) {
        var site = site(kept);
        var browser = site.site.browser();
        step.deciding = attempt -> Verdict.proceed();
        site.signIn(method, browser);
        var before = browser.cookie(APP + "/", COOKIE).orElseThrow();
        step.deciding = step::pauseWithoutCode;
        assertThat(site.signIn(method, browser)).isEqualTo(ASKED);

        assertThat(browser.cookie(APP + "/", COOKIE)).contains(before);
        assertThat(site.session(browser)).contains(method.email);
        enterCode(browser);
        assertThat(browser.cookie(APP + "/", COOKIE).orElseThrow()).isNotEqualTo(before);
        assertThat(memory.getSessionAndUser(before)).isEmpty();
        assertThat(site.session(browser)).contains(method.email);
    }

    @Test
    void a_pause_and_what_follows_are_steps_that_observers_receive() {
        List<Step> steps = new CopyOnWriteArrayList<>();
        Observer observer = (context, observed) -> steps.add(observed);
        var site = site(StoreKind.ROWS, c -> c.observer(observer));
        var browser = site.site.browser();
        site.signIn(Method.PROVIDER, browser);
        assertThat(steps)
                .hasAtLeastOneElementOfType(Step.SignInPause.class)
                .noneMatch(Step.SignInEnd.class::isInstance);
        enterCode(browser);
        assertThat(steps).hasAtLeastOneElementOfType(Step.SignInResume.class);
        assertThat(steps).hasAtLeastOneElementOfType(Step.SignInEnd.class);
    }

    @Test
    void one_pause_taken_by_one_of_many_callers_opens_one_session() throws Exception {
        for (var kept : List.of(StoreKind.ROWS, StoreKind.ROWS_WITHOUT_UNITS)) {
            var site = site(kept);
            var browser = site.site.browser();
            site.signIn(Method.PROVIDER, browser);
            var pause = browser.cookie(APP + "/", "pause").orElseThrow();
            var before = rows(Method.PROVIDER).size();
            var statuses = race(() -> site.site.browser().send(enter(pause)).status());
            assertThat(statuses.stream().filter(status -> status == 302))
                    .as(kept.name())
                    .hasSize(1);
            assertThat(rows(Method.PROVIDER)).hasSize(before + 1);
        }
    }

    // --- refuse ---

    @ParameterizedTest
    @MethodSource("everywhere")
    void a_refusal_takes_back_what_was_stored_and_sets_no_session(Method method, StoreKind kept) {
        var site = site(kept);
        step.deciding = SampleStep::refuse;
        var browser = site.site.browser();
        assertThat(site.signIn(method, browser)).contains("error=AccessDenied");

        assertThat(browser.cookie(APP + "/", COOKIE)).isEmpty();
        assertThat(site.events).doesNotContain("signIn", "createUser", "linkAccount");
        if (method != Method.CREDENTIALS)
            assertThat(memory.getUserByEmail(method.email)).isEmpty();
        assertThat(memory.getUserByAccount("op", "ada")).isEmpty();

        step.deciding = attempt -> Verdict.proceed();
        site.signIn(method, browser);
        step.deciding = attempt -> Verdict.refuse("/code?why=blocked");
        assertThat(site.signIn(method, browser)).isEqualTo(APP + "/auth/code?why=blocked");
        assertThat(site.session(browser)).contains(method.email);
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void a_refusal_may_have_an_error_of_the_module(Method method) {
        var site = site(StoreKind.ROWS);
        var error = new ModuleError(ErrorType.ACCESS_DENIED, "NotInvited", "invite this address first");
        step.deciding = attempt -> attempt.isHttps() ? Verdict.refuse(error) : Verdict.proceed();
        assertThat(site.signIn(method, site.site.browser())).endsWith("error=AccessDenied&code=NotInvited");
        assertThat(site.site.log)
                .last(InstanceOfAssertFactories.throwable(AuthException.class))
                .hasMessage("NotInvited: invite this address first");
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void a_step_that_throws_refuses(Method method, StoreKind kept) {
        var site = site(kept);
        step.deciding = attempt -> {
            throw new IllegalStateException("the module is broken");
        };
        var browser = site.site.browser();
        assertThat(site.signIn(method, browser)).contains("error=Configuration");
        assertThat(browser.cookie(APP + "/", COOKIE)).isEmpty();
        assertThat(site.site.log).extracting(error -> error.type()).contains(ErrorType.CALLBACK_ROUTE_ERROR);
        if (method != Method.CREDENTIALS)
            assertThat(memory.getUserByEmail(method.email)).isEmpty();
    }

    // --- admit ---

    @ParameterizedTest
    @EnumSource(value = Method.class, names = "CREDENTIALS", mode = EnumSource.Mode.EXCLUDE)
    void every_method_asks_before_a_user_is_stored_for_the_first_time(Method method) {
        var site = site(StoreKind.ROWS);
        step.deciding = attempt -> Verdict.proceed();
        step.admitting = SampleStep::refuse;
        var browser = site.site.browser();
        assertThat(site.signIn(method, browser)).contains("error=AccessDenied");
        assertThat(memory.getUserByEmail(method.email)).isEmpty();

        step.admitting = newcomer -> {
            assertThat(newcomer.user().email()).isEqualTo(method.email);
            return Verdict.proceed().fields(Claims.of("name", "Chosen"));
        };
        site.signIn(method, browser);
        assertThat(memory.getUserByEmail(method.email)).map(User::name).contains("Chosen");
        step.admitting = SampleStep::refuse;
        assertThat(site.signIn(method, browser)).isEqualTo(APP + "/in");
    }

    @Test
    void a_newcomer_cannot_be_paused() {
        var site = site(StoreKind.ROWS);
        step.admitting = newcomer -> Verdict.pause("/code");
        assertThat(site.signIn(Method.EMAIL, site.site.browser())).contains("error=Configuration");
        assertThat(memory.getUserByEmail(Method.EMAIL.email)).isEmpty();
    }

    // --- proceed ---

    @Test
    void the_first_page_and_the_cookies_of_a_verdict_come_with_the_session() {
        var site = site(StoreKind.ROWS);
        step.deciding = attempt -> Verdict.proceed().firstPage("/code?notice=existing");
        var browser = site.site.browser();
        assertThat(site.signIn(Method.PROVIDER, browser))
                .isEqualTo(APP + "/auth/code?notice=existing&callbackUrl=https%3A%2F%2Fapp.example%2Fin");
        assertThat(site.session(browser)).contains(Method.PROVIDER.email);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void the_step_learns_the_id_of_the_session(Method method, StoreKind kept) {
        if (kept.session.strategy() == SessionOptions.Strategy.JWT) return;
        var site = site(kept);
        step.deciding = attempt -> Verdict.proceed();
        var browser = site.site.browser();
        site.signIn(method, browser);
        var cookie = COOKIE + "=" + browser.cookie(APP + "/", COOKIE).orElseThrow();
        var accounts = site.site
                .auth
                .accounts(Request.get(APP + "/").header("cookie", cookie))
                .orElseThrow();
        assertThat(step.opened).containsExactly(accounts.sessions().get(0).id());
    }

    @Test
    void a_step_that_throws_after_the_row_leaves_none() {
        for (var kept : List.of(StoreKind.ROWS, StoreKind.ROWS_WITHOUT_UNITS)) {
            var site = site(kept);
            step.deciding = attempt -> Verdict.proceed();
            step.opening = () -> {
                throw new IllegalStateException("another took the record");
            };
            site.signIn(Method.CREDENTIALS, site.site.browser());
            assertThat(rows(Method.CREDENTIALS)).as(kept.name()).isEmpty();
        }
    }

    // --- the unit ---

    @ParameterizedTest
    @EnumSource
    void the_step_is_prepared_before_the_unit_whose_first_statement_locks_the_user(Method method) {
        var probe = AdapterProbe.on(memory);
        var site = new EveryMethodSite(memory, probe.adapter(), SessionOptions.database(), c -> c.extension(step));
        step.deciding = attempt -> Verdict.proceed();
        var browser = site.site.browser();
        site.signIn(method, browser);
        browser.clearCookies();
        probe.forgetCalls();
        List<String> before = new CopyOnWriteArrayList<>();
        step.preparing = (attempt, store) -> before.addAll(probe.calls());
        step.decided.clear();
        site.signIn(method, browser);

        assertThat(before).doesNotContain("inUnit");
        assertThat(probe.calls()).containsOnlyOnce("inUnit").containsSubsequence("inUnit", "lockUser", "createSession");
        assertThat(probe.calls().get(probe.calls().indexOf("inUnit") + 1)).isEqualTo("lockUser");
        assertThat(step.decided).singleElement().satisfies(attempt -> {
            assertThat(attempt.kept(String.class)).contains("prepared for " + method.email);
            assertThat(attempt.kept(Integer.class)).isEmpty();
        });
    }

    @Test
    void a_sign_in_begins_again_if_its_user_is_another_one_than_it_was_prepared_for() {
        var site = site(StoreKind.ROWS);
        step.deciding = attempt -> Verdict.proceed();
        step.preparing = (attempt, store) -> {
            if (attempt.isNewUser()) {
                var bob = User.of(null, "Bob", Method.EMAIL.email).with("emailVerified", site.site.clock.instant());
                memory.createUser(bob);
            }
        };
        assertThat(site.signIn(Method.EMAIL, site.site.browser())).isEqualTo(APP + "/in");
        assertThat(step.prepared).extracting(SignInAttempt::isNewUser).containsExactly(true, false);
        assertThat(step.decided).extracting(SignInAttempt::isNewUser).containsExactly(false);
    }

    @Test
    void without_units_the_step_is_asked_again_after_the_row() {
        var site = site(StoreKind.ROWS_WITHOUT_UNITS);
        step.deciding = attempt -> step.opened.isEmpty() ? Verdict.proceed() : SampleStep.refuse(attempt);
        assertThat(site.signIn(Method.PROVIDER, site.site.browser())).contains("error=AccessDenied");
        assertThat(memory.getUserByEmail(Method.PROVIDER.email)).isEmpty();

        step.opened.clear();
        step.deciding = attempt -> step.opened.isEmpty() ? Verdict.proceed() : step.pauseWithoutCode(attempt);
        var browser = site.site.browser();
        assertThat(site.signIn(Method.PROVIDER, browser)).isEqualTo(ASKED);
        assertThat(rows(Method.PROVIDER)).isEmpty();
        assertThat(browser.cookie(APP + "/", COOKIE)).isEmpty();
    }

    // --- resume ---

    @Test
    void only_what_was_sealed_for_this_user_and_purpose_opens() {
        var site = site(StoreKind.ROWS);
        var browser = site.site.browser();
        for (var change : List.<UnaryOperator<SampleStep.Pause>>of(
                pause -> new SampleStep.Pause("another", pause.sealed()),
                pause -> new SampleStep.Pause(pause.userId(), "made up"),
                pause -> new SampleStep.Pause(pause.userId(), pause.sealed() + "A"))) {
            site.signIn(Method.PROVIDER, browser);
            step.pauses.replaceAll((name, pause) -> change.apply(pause));
            assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
            assertThat(rows(Method.PROVIDER)).isEmpty();
        }
        assertThat(site.events).doesNotContain("signIn");
    }

    @Test
    void a_pause_ends_after_ten_minutes() {
        var site = site(StoreKind.ROWS);
        var browser = site.site.browser();
        site.signIn(Method.PROVIDER, browser);
        site.site.clock.advance(Duration.ofMinutes(10).minusSeconds(1));
        assertThat(enterCode(browser).url()).isEqualTo(APP + "/in");
        browser.clearCookies();
        site.signIn(Method.PROVIDER, browser);
        site.site.clock.advance(Duration.ofMinutes(10).plus(CLOCK_SKEW));
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
        assertThat(rows(Method.PROVIDER)).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void a_pause_is_void_if_its_user_is_gone(Method method, StoreKind kept) {
        if (method == Method.CREDENTIALS && !isRows(kept)) return;
        var site = site(kept);
        var browser = site.site.browser();
        site.signIn(method, browser);
        memory.deleteUser(id(method));
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
        assertThat(site.session(browser)).isEqualTo("null");
    }

    @Test
    void a_pause_is_void_if_its_account_was_unlinked_or_its_address_changed() {
        var site = site(StoreKind.ROWS);
        var browser = site.site.browser();
        site.signIn(Method.PROVIDER, browser);
        memory.unlinkAccount("op", "ada");
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
        site.signIn(Method.EMAIL, browser);
        memory.updateUser(UserChange.of(id(Method.EMAIL)).email("other@example.com"));
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
    }

    @Test
    void a_pause_is_void_if_the_address_was_verified_for_the_first_time_meanwhile() {
        var site = site(StoreKind.ROWS);
        var browser = site.site.browser();
        site.signIn(Method.CREDENTIALS, browser);
        memory.updateUser(UserChange.of(id(Method.CREDENTIALS)).emailVerified(site.site.clock.instant()));
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
        assertThat(site.session(browser)).isEqualTo("null");
    }

    @Test
    void the_unit_that_resumes_locks_the_user_first() {
        var probe = AdapterProbe.on(memory);
        var site = new EveryMethodSite(memory, probe.adapter(), SessionOptions.database(), c -> c.extension(step));
        var browser = site.site.browser();
        site.signIn(Method.PROVIDER, browser);
        probe.forgetCalls();
        enterCode(browser);
        assertThat(probe.calls()).containsSubsequence("inUnit", "lockUser", "getUserByAccount", "createSession");
        assertThat(probe.calls().get(probe.calls().indexOf("inUnit") + 1)).isEqualTo("lockUser");
    }

    @Test
    void without_units_a_first_verification_that_comes_while_a_session_opens_ends_it() {
        var site = site(StoreKind.ROWS_WITHOUT_UNITS);
        var browser = site.site.browser();
        site.signIn(Method.CREDENTIALS, browser);
        var verified = UserChange.of(id(Method.CREDENTIALS)).emailVerified(site.site.clock.instant());
        step.opening = () -> memory.updateUser(verified);
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.VERIFICATION);
        assertThat(rows(Method.CREDENTIALS)).isEmpty();
    }

    @Test
    void a_resumed_sign_in_is_decided_again() {
        var site = site(StoreKind.ROWS);
        var browser = site.site.browser();
        site.signIn(Method.PROVIDER, browser);
        step.deciding = SampleStep::refuse;
        assertThat(rejected(site, browser)).isEqualTo(ErrorType.ACCESS_DENIED);
        assertThat(rows(Method.PROVIDER)).isEmpty();
        step.deciding = step::pauseWithoutCode;
        site.signIn(Method.PROVIDER, browser);
        step.deciding = step::pause;
        assertThat(enterCode(browser).url()).isEqualTo(ASKED);
        assertThat(rows(Method.PROVIDER)).isEmpty();
    }

    // --- what else the step is asked ---

    @ParameterizedTest
    @EnumSource
    void the_first_verification_of_an_address_ends_what_the_module_has(StoreKind kept) {
        var site = site(kept);
        step.deciding = attempt -> Verdict.proceed();
        var bob = memory.createUser(User.of(null, "Bob", Method.EMAIL.email));
        site.signIn(Method.EMAIL, site.site.browser());
        assertThat(step.verified).containsOnly(bob.id() + " false");
    }

    @Test
    void a_proof_says_what_was_used() {
        var site = site(StoreKind.ROWS);
        step.deciding = attempt -> Verdict.proceed();
        for (var method : Method.values()) site.signIn(method, site.site.browser());
        var proofs =
                step.decided.stream().map(attempt -> attempt.proofs().get(0)).toList();
        assertThat(proofs).extracting(Proof::method).containsExactly("oidc", "email", "credentials", "webauthn");
        assertThat(proofs.get(0).amr()).containsExactly("fed");
        assertThat(proofs.get(0).authTime()).isEqualTo(site.site.clock.instant());
        assertThat(proofs.get(1)).isEqualTo(Proof.of("email", "email"));
        assertThat(proofs.get(2)).isEqualTo(Proof.of("credentials", "pwd"));
        assertThat(proofs.get(3).amr()).endsWith("user", "mfa").containsAnyOf("hwk", "swk");
        assertThat(proofs.get(3).isUserVerified()).isTrue();
        assertThat(step.decided).extracting(SignInAttempt::provesMailbox).containsExactly(false, true, false, false);
    }

    @Test
    void a_linked_account_is_told_from_a_new_user_and_from_a_sign_in() {
        var site = site(StoreKind.ROWS);
        step.deciding = attempt -> Verdict.proceed();
        var browser = site.site.browser();
        site.signIn(Method.EMAIL, browser);
        site.signIn(Method.PROVIDER, browser);
        site.signIn(Method.PROVIDER, browser);
        assertThat(step.decided).extracting(SignInAttempt::isLinking).containsExactly(false, true, false);
        assertThat(step.prepared).extracting(SignInAttempt::isLinking).containsExactly(false, true, false);
        assertThat(step.decided.get(1).signedIn()).map(User::email).contains(Method.EMAIL.email);
        assertThat(step.decided.get(0).login()).isEmpty();
        assertThat(step.decided.get(1).login()).map(Login::sessionId).contains(step.opened.get(0));
    }

    // --- configuration ---

    @Test
    void a_configuration_has_one_step_at_most() {
        var config = config().adapter(memory).signInStep(step).signInStep(new SampleStep());
        assertThatThrownBy(config::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("SampleStep")
                .hasMessageContaining("one step at most");
        assertThat(config().adapter(memory).extension(step).build()).isNotNull();
    }

    @Test
    void a_step_needs_a_store() {
        assertThatThrownBy(config().signInStep(step)::build).hasMessageContaining("sign-in step needs an adapter");
    }

    private static AuthConfig.Builder config() {
        return AuthConfig.builder().env(Env.none()).url(APP).secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
    }

    // --- parts ---

    private EveryMethodSite site(StoreKind kept) {
        return site(kept, c -> c);
    }

    private EveryMethodSite site(StoreKind kept, UnaryOperator<AuthConfig.Builder> more) {
        var store = kept.hasUnits
                ? memory
                : AdapterProbe.without(UnitOfWork.class, memory).adapter();
        return new EveryMethodSite(memory, store, kept.session, c -> more.apply(c.extension(step)));
    }

    private static boolean isRows(StoreKind kept) {
        return kept == StoreKind.ROWS || kept == StoreKind.ROWS_WITHOUT_UNITS;
    }

    private String id(Method method) {
        return String.valueOf(memory.getUserByEmail(method.email).orElseThrow().id());
    }

    private List<AdapterSession> rows(Method method) {
        return memory.getUserByEmail(method.email)
                .map(user -> memory.listSessionsByUserId(String.valueOf(user.id())))
                .orElse(List.of());
    }

    /** Enters the right code, and returns why it signs no user in. */
    private static ErrorType rejected(EveryMethodSite site, Browser browser) {
        site.site.log.clear();
        assertThat(enterCode(browser).text()).contains("\"error\"");
        return site.site.log.get(0).type();
    }

    private static Page enterCode(Browser browser) {
        return browser.post(APP + "/auth/code", Map.of("code", SampleStep.CODE));
    }

    private static Request enter(String pause) {
        return Request.post(APP + "/auth/code", "application/x-www-form-urlencoded", "code=" + SampleStep.CODE)
                .header("cookie", "pause=" + pause);
    }

    private static List<Integer> race(Callable<Integer> call) throws Exception {
        var barrier = new CyclicBarrier(CALLERS);
        var pool = Executors.newFixedThreadPool(CALLERS);
        try {
            List<Future<Integer>> running = new ArrayList<>();
            IntStream.range(0, CALLERS)
                    .forEach(i -> running.add(pool.submit(() -> {
                        barrier.await();
                        return call.call();
                    })));
            List<Integer> all = new ArrayList<>();
            for (var one : running) all.add(one.get());
            return all;
        } finally {
            pool.shutdownNow();
        }
    }
}
