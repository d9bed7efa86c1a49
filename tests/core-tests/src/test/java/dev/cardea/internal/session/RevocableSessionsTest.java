package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UserChange;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AdapterException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.JwtParams;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SecretUse.Position;
import dev.cardea.observe.Step.SecretUse.Purpose;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Person;
import dev.cardea.tests.Site;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose token is in the cookie, and whose record is in the store. */
class RevocableSessionsTest {
    private static final String NAME = "__Secure-authjs.session-token";
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    private final WatchedStore store = new WatchedStore();

    @Test
    void a_sign_in_stores_a_record_and_the_token_says_which() {
        var site = signedIn(c -> c);
        var session = onlyRecord();

        assertThat(session.id()).matches("[0-9a-f]{64}");
        assertThat(session.userId()).isEqualTo(ada().id());
        assertThat(session.isStoredUser()).isTrue();
        assertThat(session.provider()).isEqualTo("op");
        assertThat(session.providerSub()).isEqualTo("ada");
        assertThat(session.begun()).isEqualTo(site.clock.instant());
        assertThat(session.expires()).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
        assertThat(token(site).value("cardea"))
                .isEqualTo(Claims.of("v", 1L)
                        .with("sid", session.id())
                        .with("at", session.begun().getEpochSecond())
                        .asMap());
    }

    @Test
    void the_application_neither_sees_nor_sets_nor_loses_the_claim() {
        List<JwtParams> calls = new ArrayList<>();
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> {
            calls.add(params);
            return params.token().with("cardea", Claims.of("sid", "mine").asMap());
        })));
        var before = onlyRecord();
        site.session();

        assertThat(calls).hasSize(2).allMatch(call -> !call.token().has("sid"));
        assertThat(calls.get(1).token().value("cardea")).isNull();
        assertThat(((java.util.Map<?, ?>) Objects.requireNonNull(token(site).value("cardea"))).get("sid"))
                .isEqualTo(before.id());
    }

    @Test
    void a_check_asks_the_store_at_most_once_in_the_age_of_a_confirmation() {
        var site = signedIn(c -> c);
        var request = page(site);
        assertThat(site.auth.session(request)).isPresent();
        store.calls.clear();
        for (int i = 0; i < 50; i++) assertThat(site.auth.session(request)).isPresent();
        assertThat(store.calls).isEmpty();

        site.clock.advance(Duration.ofSeconds(4));
        for (int i = 0; i < 50; i++) assertThat(site.auth.session(request)).isPresent();
        assertThat(store.calls).containsExactly("getSessionRecord");
    }

    @Test
    void a_session_that_ended_in_another_process_is_accepted_for_the_age_of_a_confirmation_and_no_longer() {
        var site = signedIn(c -> c);
        var request = page(site);
        assertThat(site.auth.session(request)).isPresent();
        store.memory.endSessions(SessionSelection.one(onlyRecord().id()));

        site.clock.advance(Duration.ofMillis(3_999));
        assertThat(site.auth.session(request)).isPresent();
        site.clock.advance(Duration.ofMillis(1));
        assertThat(site.auth.session(request)).isEmpty();
    }

    /** As when the process is stopped between the store's answer and its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_answer_of_the_store_that_comes_too_late_says_nothing(boolean isStrict) {
        var site = signedIn(c -> c);
        var request = page(site);
        site.clock.advance(Duration.ofSeconds(4));
        store.onAnswer = method -> {
            if (!method.equals("getSessionRecord")) return;
            store.memory.endSessions(SessionSelection.ofUser(userId()));
            site.clock.advance(Duration.ofMillis(5_001));
        };

        assertThatThrownBy(() -> {
                    if (isStrict) site.auth.confirmed(request);
                    else site.auth.session(request);
                })
                .isInstanceOf(AdapterException.class);
        assertThat(site.sessionCookie()).isPresent();
        assertThat(site.auth.session(request)).isEmpty();
    }

    @Test
    void a_store_that_takes_its_time_leaves_a_user_signed_in() {
        var site = signedIn(c -> c);
        site.clock.advance(Duration.ofSeconds(4));
        store.onAnswer = method -> site.clock.advance(Duration.ofSeconds(2));

        assertThat(site.auth.session(page(site))).isPresent();
    }

    @Test
    void a_session_that_ended_in_this_process_is_not_accepted_again() {
        var site = signedIn(c -> c);
        var stolen = page(site);
        assertThat(site.auth.session(stolen)).isPresent();
        site.browser.open(APP + "/auth/signout").press("Sign out");

        assertThat(store.memory.listSessionRecords(Objects.requireNonNull(ada().id())))
                .isEmpty();
        assertThat(site.auth.session(stolen)).isEmpty();
    }

    @Test
    void a_session_that_another_process_ended_first_is_not_accepted_again() {
        var site = signedIn(c -> c);
        var stolen = page(site);
        var another = signedIn(site);
        assertThat(site.auth.session(stolen)).isPresent();
        assertThat(site.auth.session(another)).isPresent();
        store.memory.endSessions(SessionSelection.ofUser(userId()));

        site.browser.open(APP + "/auth/signout").press("Sign out");
        assertThat(site.auth.session(stolen)).isEmpty();
        site.auth.sessions().endAll(userId());
        assertThat(site.auth.session(another)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_session_whose_end_was_not_confirmed_by_the_store_is_not_accepted_again(boolean isOne) {
        var site = signedIn(c -> c);
        var request = page(site);
        var id = onlyRecord().id();
        assertThat(site.auth.session(request)).isPresent();
        store.onAnswer = method -> {
            if (method.equals("endSessions")) throw new StoreUnavailableException("the answer is lost", null);
        };
        var sessions = site.auth.sessions();

        assertThatThrownBy(() -> {
                    if (isOne) sessions.end(userId(), id);
                    else sessions.endAll(userId());
                })
                .isInstanceOf(AdapterException.class);
        assertThat(site.auth.session(request)).isEmpty();
    }

    @Test
    void a_check_that_begins_after_an_end_in_this_process_joins_no_read_from_before_it() throws Exception {
        var site = signedIn(c -> c);
        var request = page(site);
        var isRead = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var isFirst = new AtomicBoolean(true);
        store.onAnswer = method -> {
            if (!method.equals("getSessionRecord") || !isFirst.getAndSet(false)) return;
            isRead.countDown();
            await(end);
        };
        site.clock.advance(Duration.ofSeconds(4));
        var early = new FutureTask<>(() -> site.auth.session(request));
        new Thread(early).start();
        await(isRead);
        site.auth.sessions().endAll(ada().id());

        var late = new FutureTask<>(() -> site.auth.session(request));
        var checking = new Thread(late);
        checking.start();
        Eventually.isTrue("it has read, or waits", () -> late.isDone() || checking.getState() == Thread.State.WAITING);
        end.countDown();
        assertThat(late.get()).isEmpty();
        assertThat(early.get()).isPresent();
        assertThat(site.auth.session(request)).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_sign_in_ends_the_session_that_the_browser_had() {
        var site = signedIn(c -> c);
        var stolen = page(site);
        assertThat(site.auth.session(stolen)).isPresent();
        signIn(site.browser);

        assertThat(site.auth.session(stolen)).isEmpty();
        assertThat(store.memory.listSessionRecords(Objects.requireNonNull(ada().id())))
                .hasSize(1);
    }

    /** Its late response would otherwise delete the cookie that another process has just set. */
    @Test
    void a_page_does_not_delete_the_cookie_of_a_session_without_a_record_but_the_route_does() {
        var site = signedIn(c -> c);
        store.memory.endSessions(SessionSelection.one(onlyRecord().id()));

        assertThat(site.auth.visitor(page(site)).session()).isEmpty();
        assertThat(site.auth.visitor(page(site)).cookies()).isEmpty();
        assertThat(site.session()).isEqualTo("null");
        assertThat(site.sessionCookie()).isEmpty();
    }

    @Test
    void a_session_ends_with_its_user() {
        var site = signedIn(c -> c);
        store.memory.deleteUser(Objects.requireNonNull(ada().id()));

        assertThat(site.auth.session(page(site))).isEmpty();
    }

    @Test
    void users_whom_only_the_application_knows_have_sessions_that_can_be_ended() {
        var site = site(c -> c);
        var signIn = SignIn.with("credentials").field("username", "bob").field("password", "correct horse");
        var cookies = site.auth.signIn(Request.get(APP + "/page"), signIn).cookies();
        var request = with(cookies.stream()
                .filter(cookie -> cookie.name().equals(NAME))
                .findFirst()
                .orElseThrow()
                .value());
        assertThat(site.auth.session(request).orElseThrow().user().name()).isEqualTo("bob");

        var session = onlyRecord("42");
        assertThat(session.isStoredUser()).isFalse();
        store.memory.endSessions(SessionSelection.ofUser("42"));
        site.clock.advance(Duration.ofSeconds(4));
        assertThat(site.auth.session(request)).isEmpty();
    }

    @Test
    void an_update_asks_the_store_each_time() {
        var site = signedIn(c -> c);
        site.session();
        store.memory.endSessions(SessionSelection.one(onlyRecord().id()));
        var update = Request.of("POST", APP + "/auth/session")
                .header("cookie", page(site).header("cookie").orElseThrow());

        assertThat(site.auth.session(page(site))).isPresent();
        assertThat(site.auth
                        .unstableUpdate(update, dev.cardea.model.Session.of(Claims.NONE))
                        .session())
                .isEmpty();
    }

    /** Another person may have entered the address before its owner proved it. */
    @Test
    void a_session_under_an_unverified_address_ends_immediately_when_another_process_verifies_it() {
        var site = site(c -> c);
        site.op.signsIn(Person.of("eve", "Eve", "ada@example.com").with("email_verified", false));
        signIn(site.browser);
        assertThat(site.auth.session(page(site))).isPresent();
        store.memory.updateUser(
                UserChange.of(Objects.requireNonNull(ada().id())).emailVerified(site.clock.instant()));

        assertThat(site.auth.session(page(site))).isEmpty();
    }

    @Test
    void a_session_in_use_is_extended_once_a_day_in_the_store_and_the_cookie() {
        var site = signedIn(c -> c);
        site.clock.advance(Duration.ofHours(23));
        site.session();
        assertThat(onlyRecord().seen()).isEqualTo(onlyRecord().begun());
        site.clock.advance(Duration.ofHours(1));
        store.calls.clear();
        site.session();
        site.session();

        assertThat(store.calls).containsOnlyOnce("prolongSession");
        assertThat(onlyRecord().seen()).isEqualTo(site.clock.instant());
        assertThat(onlyRecord().expires()).isEqualTo(site.clock.instant().plus(Duration.ofDays(30)));
    }

    @Test
    void a_session_that_cannot_be_extended_goes_on_to_its_end_without_a_new_cookie() {
        var site = signedIn(c -> c);
        var before = site.sessionCookie();
        var end = onlyRecord().expires();
        site.clock.advance(Duration.ofDays(2));
        store.failing = "prolongSession";

        assertThat(site.session())
                .contains("Ada Lovelace")
                .contains(end.toString().substring(0, 19));
        assertThat(site.sessionCookie()).isEqualTo(before);
    }

    @Test
    void a_session_ends_at_its_absolute_age_however_often_it_is_used() {
        var site = signedIn(c -> c.session(SessionOptions.revocable()
                .maxAge(Duration.ofHours(2))
                .updateAge(Duration.ZERO)
                .absoluteAge(Duration.ofHours(3))));
        for (int i = 0; i < 2; i++) {
            site.clock.advance(Duration.ofMinutes(89));
            assertThat(site.session()).contains("Ada Lovelace");
        }
        assertThat(onlyRecord().expires()).isEqualTo(onlyRecord().begun().plus(Duration.ofHours(3)));
        var request = page(site);
        site.clock.advance(Duration.ofMinutes(3));

        assertThat(site.auth.session(request)).isEmpty();
        assertThat(site.session()).isEqualTo("null");
    }

    @Test
    void a_sign_in_ends_the_least_recently_used_sessions_beyond_the_limit() {
        var site = site(c -> c.session(SessionOptions.revocable().maxPerUser(2)));
        var first = signedIn(site);
        site.clock.advance(Duration.ofDays(2));
        var second = signedIn(site);
        site.clock.advance(Duration.ofDays(2));
        assertThat(site.auth.session(first)).isPresent();
        site.auth.visitor(first).cookies();
        var third = signedIn(site);

        assertThat(site.auth.session(first)).isPresent();
        assertThat(site.auth.session(second)).isEmpty();
        assertThat(site.auth.session(third)).isPresent();
    }

    @Test
    void while_the_store_fails_it_is_unknown_who_is_signed_in_and_the_cookie_stays() {
        var site = signedIn(c -> c);
        var cookie = site.sessionCookie();
        store.failing = "getSessionRecord";

        assertThat(site.session()).isEqualTo("null");
        assertThat(site.sessionCookie()).isEqualTo(cookie);
        assertThatThrownBy(() -> site.auth.session(page(site))).isInstanceOf(AdapterException.class);
        store.failing = "";
        assertThat(site.session()).contains("Ada Lovelace");
    }

    @Test
    void a_sign_in_that_the_jwt_callback_refuses_leaves_no_record() {
        for (UnaryOperator<Callbacks> refusal : List.<UnaryOperator<Callbacks>>of(
                callbacks -> callbacks.jwt(params -> null),
                callbacks -> callbacks.jwt(params -> {
                    throw new IllegalStateException("no");
                }))) {
            var site = signedIn(c -> c.callbacks(refusal.apply(Callbacks.DEFAULT)));

            assertThat(site.sessionCookie()).isEmpty();
            assertThat(store.memory.listSessionRecords(Objects.requireNonNull(ada().id())))
                    .isEmpty();
        }
    }

    @Test
    void the_jwt_callback_gets_the_stored_user_when_the_store_was_asked() {
        List<Optional<User>> stored = new ArrayList<>();
        var site = signedIn(c -> c.callbacks(Callbacks.DEFAULT.jwt(params -> {
            stored.add(Optional.ofNullable(params.storedUser()));
            return params.token();
        })));
        site.session();
        site.session();

        assertThat(stored).containsExactly(Optional.empty(), Optional.of(ada()), Optional.empty());
    }

    @Test
    void a_codec_that_loses_the_claim_fails_the_sign_in_and_leaves_no_record() {
        var lossy = new JwtCodec() {
            private final EncryptedJwt codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());

            @Override
            public String encode(EncodeParams params) {
                return codec.encode(new EncodeParams(
                        params.token().without("cardea"), params.secret(), params.salt(), params.maxAge()));
            }

            @Override
            public Optional<Claims> decode(DecodeParams params) {
                return codec.decode(params);
            }
        };
        var site = signedIn(c -> c.jwt(dev.cardea.config.JwtOptions.DEFAULT.codec(lossy)));

        assertThat(site.sessionCookie()).isEmpty();
        assertThat(site.log).anyMatch(error -> error.type() == ErrorType.INVALID_CONFIGURATION);
        assertThat(store.memory.listSessionRecords(Objects.requireNonNull(ada().id())))
                .isEmpty();
    }

    /** A token that was opened before isn't decrypted again, but it still expires. */
    @Test
    void a_token_that_was_opened_before_is_rejected_at_its_end_although_its_session_goes_on() {
        var site = signedIn(c -> c);
        var first = page(site);
        site.clock.advance(Duration.ofDays(1));
        assertThat(site.auth.session(first)).isPresent();
        site.session();
        site.clock.advance(Duration.ofDays(29).plusSeconds(15));

        assertThat(site.auth.session(page(site))).isPresent();
        assertThat(site.auth.session(first)).isEmpty();
    }

    @Test
    void every_check_says_which_secret_opens_the_token() {
        List<Step> steps = new ArrayList<>();
        var site = signedIn(c -> c.observer((observation, step) -> steps.add(step)));
        var request = page(site);
        steps.clear();
        for (int i = 0; i < 3; i++) assertThat(site.auth.session(request)).isPresent();

        assertThat(steps)
                .filteredOn(new Step.SecretUse(Purpose.SESSION, Position.NEWEST)::equals)
                .hasSize(3);
    }

    @Test
    void a_codec_of_the_application_decodes_a_token_each_time() {
        var codec = new EncryptedJwt(Clock.systemUTC(), Randomness.secure());
        var isOpen = new AtomicBoolean(true);
        var own = new JwtCodec() {
            @Override
            public String encode(EncodeParams params) {
                return codec.encode(params);
            }

            @Override
            public Optional<Claims> decode(DecodeParams params) {
                return isOpen.get() ? codec.decode(params) : Optional.empty();
            }
        };
        var site = signedIn(c -> c.jwt(dev.cardea.config.JwtOptions.DEFAULT.codec(own)));
        var request = page(site);
        assertThat(site.auth.session(request)).isPresent();
        isOpen.set(false);
        assertThat(site.auth.session(request)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"cardea\":1}",
                "{\"cardea\":{\"sid\":\"x\"}}",
                "{\"cardea\":{\"v\":1,\"at\":AT}}",
                "{\"cardea\":{\"v\":2,\"at\":AT,\"sid\":\"SID\"}}",
                "{\"cardea\":{\"v\":1,\"at\":-1,\"sid\":\"SID\"}}",
                "{\"cardea\":{\"v\":1,\"at\":9e18,\"sid\":\"SID\"}}",
                "{\"cardea\":{\"v\":1,\"at\":\"1\",\"sid\":\"SID\"}}",
                "{\"cardea\":{\"v\":1,\"at\":AT,\"sid\":\"SID0\"}}",
                "{\"cardea\":{\"v\":1,\"at\":AT,\"sid\":{\"a\":\"SID\"}}}"
            })
    void a_token_with_a_broken_claim_signs_no_user_in_and_is_not_looked_up(String payload) {
        var site = signedIn(c -> c);
        var now = String.valueOf(site.clock.instant().getEpochSecond());
        var broken = payload.replace("SID", "0".repeat(64)).replace("AT", now);
        var claims = Json.parseObject(broken, Json.TRUSTED_DEPTH).with("sub", ada().id());
        var made = new EncryptedJwt(site.clock, Randomness.secure())
                .encode(new EncodeParams(claims, Secrets.of(List.of(SECRET)), NAME, 3600));
        store.calls.clear();

        assertThat(site.auth.session(with(made))).isEmpty();
        assertThat(store.calls).isEmpty();
    }

    @Test
    void settings_that_do_not_fit_are_rejected() {
        assertThatThrownBy(() -> site(c -> c.session(SessionOptions.jwt().maxPerUser(2))))
                .hasMessageContaining("session.maxPerUser");
        assertThatThrownBy(() -> site(c -> c.session(SessionOptions.revocable().maxPerUser(0))))
                .hasMessageContaining("from 1 to 1000");
        assertThatThrownBy(() -> site(c -> c.session(SessionOptions.revocable().confirmAge(Duration.ofHours(2)))))
                .hasMessageContaining("session.confirmAge");
        assertThatThrownBy(() -> site(c -> c.session(SessionOptions.revocable().absoluteAge(Duration.ofMinutes(2)))))
                .hasMessageContaining("session.absoluteAge");
        assertThatThrownBy(() -> site(c -> c.session(SessionOptions.revocable()).adapter(null)))
                .hasMessageContaining("adapter");
    }

    private Site signedIn(UnaryOperator<AuthConfig.Builder> change) {
        var site = site(change);
        signIn(site.browser);
        return site;
    }

    /** Signs in with another browser, and returns a request of it. */
    private static Request signedIn(Site site) {
        var browser = site.anotherBrowser();
        signIn(browser);
        return with(browser.cookie(APP + "/auth/session", NAME).orElseThrow());
    }

    private Site site(UnaryOperator<AuthConfig.Builder> change) {
        return Site.with(p -> p, c -> change.apply(c.adapter(store.adapter()).session(SessionOptions.revocable())));
    }

    private static void signIn(Browser browser) {
        browser.open(APP + "/auth/signin?callbackUrl=%2Fdash").press("Sign in with Demo ID");
    }

    private User ada() {
        return store.memory.getUserByEmail("ada@example.com").orElseThrow();
    }

    private String userId() {
        return Objects.requireNonNull(ada().id());
    }

    private SessionRecord onlyRecord() {
        return onlyRecord(userId());
    }

    private SessionRecord onlyRecord(String userId) {
        var all = store.memory.listSessionRecords(userId);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static Claims token(Site site) {
        return new EncryptedJwt(site.clock, Randomness.secure())
                .decode(new DecodeParams(site.sessionCookie().orElseThrow(), Secrets.of(List.of(SECRET)), NAME))
                .orElseThrow();
    }

    private static Request page(Site site) {
        return with(site.sessionCookie().orElseThrow());
    }

    private static Request with(String token) {
        return Request.get(APP + "/page").header("cookie", NAME + "=" + token);
    }
}
