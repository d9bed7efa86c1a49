package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.Visitor;
import dev.cardea.action.SignOut;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.testing.FakeClock;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a session is prolonged, which answers carry it, and what a failure on the way costs: never the session. */
class SessionRenewalTest {
    private static final String NAME = "__Secure-authjs.session-token";
    /** The time of the site, for codecs that have a clock of their own. */
    private static final String NOW = "2026-05-01T12:00:00Z";

    private static final Duration DUE = Duration.ofDays(1);

    @Test
    void a_token_is_sent_again_when_it_is_as_old_as_updateAge() {
        var site = tokens(c -> c);
        site.clock.advance(DUE.minusSeconds(1));
        assertThat(visitor(site).cookies()).isEmpty();
        site.clock.advance(Duration.ofSeconds(1));
        assertThat(visitor(site).cookies()).extracting(Cookie::name).containsExactly(NAME);
    }

    @Test
    void a_short_session_is_sent_again_when_a_tenth_of_it_is_over() {
        var site = tokens(c -> c.session(SessionOptions.jwt().maxAge(Duration.ofMinutes(30))));
        site.clock.advance(Duration.ofMinutes(2));
        assertThat(visitor(site).cookies()).isEmpty();
        site.clock.advance(Duration.ofMinutes(1));
        assertThat(visitor(site).cookies()).hasSize(1);
    }

    @Test
    void a_token_that_ends_before_its_cookie_is_sent_again_in_time() {
        var site = tokens(c -> c.jwt(JwtOptions.DEFAULT.maxAge(Duration.ofHours(10))));
        site.clock.advance(Duration.ofMinutes(61));
        assertThat(visitor(site).cookies()).hasSize(1);
    }

    @Test
    void a_token_of_another_codec_without_its_age_is_as_old_as_its_end_says() {
        var site = tokens(c -> c.jwt(JwtOptions.DEFAULT.codec(new Ageless())));
        assertThat(visitor(site).cookies()).isEmpty();
        site.clock.advance(DUE);
        assertThat(visitor(site).cookies()).hasSize(1);
    }

    @Test
    void a_claim_that_the_callback_changes_is_sent_and_what_each_token_has_anew_is_not() {
        var claims = new ArrayList<Claims>();
        var site = tokens(c -> c.callbacks(Callbacks.DEFAULT.jwt(p ->
                p.user() != null || claims.isEmpty() ? p.token() : p.token().withAll(claims.get(0)))));
        assertThat(visitor(site).cookies()).isEmpty();
        claims.add(Claims.of("iat", 1).with("exp", 2).with("jti", "x").with("cardea", "y"));
        assertThat(visitor(site).cookies()).isEmpty();
        claims.set(0, Claims.of("team", "blue"));
        assertThat(visitor(site).cookies()).hasSize(1);
        claims.set(0, Claims.of("seen", site.clock.instant()));
        keep(site, visitor(site));
        assertThat(visitor(site).cookies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: public",
                "Cache-Control: PUBLIC , max-age=60",
                "Cache-Control: s-maxage=60",
                "Cache-Control: private, s-maxage=60",
                "Cache-Control: max-age=60",
                "Cache-Control: max-age=60|Cache-Control: immutable",
                "Cache-Control: private=\"set-cookie\", max-age=60",
                "Expires: Fri, 01 Jan 2027 00:00:00 GMT",
                "CDN-Cache-Control: max-age=60",
                "Surrogate-Control: max-age=60|Cache-Control: private",
                "vercel-cdn-cache-control: max-age=60|Cache-Control: private",
                "Cloudflare-CDN-Cache-Control: no-cache|Cache-Control: no-store",
                "Netlify-CDN-Cache-Control: private=\"x-a, x-b\", max-age=60",
                "Edge-Control: cache-maxage=60m|Cache-Control: private",
                "X-Accel-Expires: 60|Cache-Control: no-store",
                "X-Accel-Expires: @9999999999",
                "X-Accel-Expires: soon",
                "Cache-Control: max-age=0, stale-while-revalidate=60",
                "Cache-Control: no-cache=\"a, private\", max-age=60"
            })
    void an_answer_that_a_shared_cache_may_keep_carries_no_session(String policy) {
        for (var site : List.of(tokens(c -> c), rows(c -> c, new InMemoryAdapter()))) {
            site.clock.advance(DUE);
            var page = headers(policy);
            assertThat(visitor(site).keep(200, page)).isEqualTo(page);
            var next = visitor(site).keep(200, Headers.NONE);
            assertThat(next.all("Set-Cookie")).as("the next answer").hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sec-Purpose: prefetch", "Purpose: prefetch", "X-Moz: prefetch", "Next-Router-Prefetch: 1"})
    void a_prefetch_that_may_never_be_shown_carries_no_session(String header) {
        for (var site : List.of(tokens(c -> c), rows(c -> c, new InMemoryAdapter()))) {
            site.clock.advance(DUE);
            var field = headers(header).fields().get(0);
            var prefetch = site.auth.visitor(request(site).header(field.name(), field.value()));
            assertThat(prefetch.session()).isPresent();
            assertThat(prefetch.keep(200, Headers.NONE)).isEqualTo(Headers.NONE);
            assertThat(visitor(site).keep(200, Headers.NONE).all("Set-Cookie")).hasSize(1);
        }
    }

    @Test
    void an_answer_that_a_cache_only_confirms_carries_no_session() {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        assertThat(visitor(site).keep(304, Headers.NONE)).isEqualTo(Headers.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: private, max-age=60",
                "Cache-Control: no-store",
                "Cache-Control: no-cache, no-store, max-age=0",
                "Cache-Control: private|Expires: 0",
                "Cache-Control: private|CDN-Cache-Control: no-store",
                "Cache-Control: private|Edge-Control: bypass-cache",
                "Cache-Control: private|X-Accel-Expires: 0",
                "Cache-Control: private|X-Accel-Expires: @1"
            })
    void the_policy_of_a_page_that_is_private_stays(String policy) {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        var kept = visitor(site).keep(200, headers(policy));
        assertThat(kept.all("Set-Cookie")).hasSize(1);
        assertThat(kept.all("Cache-Control")).isEqualTo(headers(policy).all("Cache-Control"));
        assertThat(kept.all("Vary")).containsExactly("Cookie");
    }

    /** A cache may keep such an answer and use it again once this site has confirmed it, cookie and all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: no-cache",
                "Cache-Control: max-age=0, must-revalidate",
                "Cache-Control: no-cache=\"private\"",
                "Cache-Control: no-cache|Expires: Fri, 01 Jan 2027 00:00:00 GMT"
            })
    void a_page_that_caches_may_keep_and_ask_about_becomes_private(String policy) {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        var kept = visitor(site).keep(200, headers(policy));
        assertThat(kept.all("Set-Cookie")).hasSize(1);
        assertThat(kept.all("Cache-Control")).containsExactly("private, no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "never", "Thu, 01 Jan 1970 00:00:00 GMT"})
    void a_page_that_has_expired_is_not_public(String expires) {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        var kept = visitor(site).keep(200, Headers.of("Expires", expires));
        assertThat(kept.all("Set-Cookie")).hasSize(1);
        assertThat(kept.all("Cache-Control")).containsExactly("private, no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Vary: Cookie", "Vary: Accept, cookie", "Vary: *"})
    void a_page_that_varies_by_cookie_says_so_once(String vary) {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        assertThat(visitor(site).keep(200, headers(vary)).all("Vary"))
                .isEqualTo(headers(vary).all("Vary"));
    }

    @Test
    void a_page_that_signs_out_is_never_public() {
        var site = tokens(c -> c);
        var visitor = visitor(site);
        var page = visitor.signOut(SignOut.to("/"))
                .toResponse()
                .header("Cache-Control", "public, max-age=60")
                .header("Vercel-CDN-Cache-Control", "max-age=60")
                .header("X-Accel-Expires", "60");
        var kept = visitor.keep(page);
        assertThat(kept.headers().all("Vercel-CDN-Cache-Control")).containsExactly("no-store");
        assertThat(kept.headers().all("X-Accel-Expires")).containsExactly("0");
        assertThat(kept.headers().all("Cache-Control")).containsExactly("private, no-store");
        assertThat(kept.headers().all("Set-Cookie")).singleElement().asString().contains("Max-Age=0");
    }

    @Test
    void a_slow_answer_does_not_undo_a_sign_out_even_of_a_token_that_was_renewed_meanwhile() {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        var slow = visitor(site);
        keep(site, visitor(site));
        site.auth.signOut(request(site), SignOut.DEFAULT);
        assertThat(slow.keep(200, Headers.NONE).all("Set-Cookie")).isEmpty();
        assertThat(visitor(site).session())
                .as("another process would let it in too")
                .isPresent();
    }

    @Test
    void a_slow_answer_does_not_undo_an_update() {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        var slow = visitor(site);
        var quick = visitor(site);
        quick.unstableUpdate(quick.session().orElseThrow());
        assertThat(slow.keep(200, Headers.NONE).all("Set-Cookie")).isEmpty();
    }

    @Test
    void a_slow_answer_does_not_undo_a_sign_in_that_replaced_its_session() {
        var site = tokens(c -> c);
        site.clock.advance(DUE);
        var slow = visitor(site);
        assertThat(slow.cookies()).isNotEmpty();
        signedIn(site);
        assertThat(slow.keep(200, Headers.NONE).all("Set-Cookie")).isEmpty();
    }

    @Test
    void the_route_sends_each_time_but_not_after_a_sign_out_of_that_token() {
        var site = tokens(c -> c);
        var request = Request.get(APP + "/auth/session").headers(request(site).headers());
        assertThat(lines(site.auth.handle(request))).hasSize(1);
        site.auth.signOut(request, SignOut.DEFAULT);
        assertThat(lines(site.auth.handle(request))).isEmpty();
    }

    @Test
    void code_that_cannot_send_cookies_prolongs_nothing() {
        var memory = new InMemoryAdapter();
        var site = rows(c -> c, memory);
        site.clock.advance(DUE);
        var before = row(site, memory);
        assertThat(site.auth.session(request(site))).isPresent();
        assertThat(row(site, memory)).isEqualTo(before);
        assertThat(site.auth.read(request(site)).cookies()).hasSize(1);
        assertThat(row(site, memory)).isAfter(before);
        assertThat(site.auth.read(request(site)).cookies()).isEmpty();
    }

    @Test
    void a_session_that_cannot_be_prolonged_goes_on_to_its_old_end() {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var site = rows(c -> c.adapter(probe.adapter()), memory);
        site.clock.advance(DUE);
        var before = row(site, memory);
        site.log.clear();
        probe.failBefore(2);
        var visitor = visitor(site);
        assertThat(visitor.session()).isPresent();
        assertThat(visitor.refusal()).isEmpty();
        assertThat(visitor.cookies()).isEmpty();
        assertThat(row(site, memory)).isEqualTo(before);
        assertThat(site.log).hasSize(1);
        assertThat(visitor(site).cookies()).hasSize(1);
    }

    @Test
    void an_expired_session_that_cannot_be_deleted_is_signed_out() {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var site = rows(c -> c.adapter(probe.adapter()), memory);
        var request = request(site);
        site.clock.advance(Duration.ofDays(31));
        probe.failBefore(2);
        var visitor = site.auth.visitor(request);
        assertThat(visitor.session()).isEmpty();
        assertThat(visitor.refusal()).map(Response::status).hasValue(401);
        probe.failBefore(2);
        assertThat(site.auth.accounts(request)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 0})
    void many_requests_at_once_write_a_session_once(int updateAge) throws Exception {
        var memory = new InMemoryAdapter();
        var probe = AdapterProbe.on(memory);
        var options = SessionOptions.database().updateAge(Duration.ofHours(updateAge));
        var site = rows(c -> c.adapter(probe.adapter()).session(options), memory);
        site.clock.advance(DUE);
        var request = request(site);
        var start = new CyclicBarrier(32);
        var threads = Executors.newFixedThreadPool(32);
        try {
            Callable<Boolean> read = () -> {
                start.await();
                return site.auth.visitor(request).session().isPresent();
            };
            var all = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < 32; i++) all.add(read);
            for (var done : threads.invokeAll(all)) assertThat(done.get()).isTrue();
        } finally {
            threads.shutdownNow();
        }
        assertThat(probe.calls()).filteredOn("updateSession"::equals).hasSize(1);
    }

    @Test
    void a_codec_that_cannot_seal_costs_the_renewal_and_one_that_cannot_open_costs_the_session() {
        var broken = new BreakingCodec();
        var site = tokens(c -> c.jwt(JwtOptions.DEFAULT.codec(broken)));
        broken.seals = false;
        var session = Request.get(APP + "/auth/session").headers(request(site).headers());
        var answer = site.auth.handle(session);
        assertThat(answer.text()).contains("Ada");
        assertThat(lines(answer)).isEmpty();
        assertThatThrownBy(() ->
                        visitor(site).unstableUpdate(site.auth.session(session).orElseThrow()))
                .isInstanceOf(AuthException.class);
        broken.opens = false;
        var over = site.auth.handle(session);
        assertThat(over.text()).isEqualTo("null");
        assertThat(lines(over)).singleElement().asString().contains("Max-Age=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "x.y.z", "a.b.c.d.e"})
    void a_cookie_that_cannot_be_read_is_a_warning_and_no_error(String value) {
        var warnings = new ArrayList<String>();
        var errors = new ArrayList<AuthException>();
        var site = tokens(c -> c.logger(new AuthLogger() {
            @Override
            public void warn(String code) {
                warnings.add(code);
            }

            @Override
            public void error(AuthException error) {
                errors.add(error);
            }
        }));
        warnings.clear();
        errors.clear();
        var request = Request.get(APP + "/page").header("Cookie", NAME + "=" + value);
        assertThat(site.auth.visitor(request).session()).isEmpty();
        assertThat(warnings).containsExactly("unreadable-session-cookie");
        assertThat(errors).isEmpty();
        warnings.clear();
        assertThat(signOut(site, value).headers().all("Set-Cookie"))
                .anyMatch(cookie -> cookie.startsWith(NAME + "=; Max-Age=0"));
        assertThat(warnings).containsExactly("unreadable-session-cookie");
        assertThat(errors).isEmpty();
    }

    /** Signs out with a session cookie of this value. */
    private static Response signOut(Site site, String value) {
        var browser = site.anotherBrowser();
        var token = browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var cookie = browser.cookie(APP + "/", "__Host-authjs.csrf-token").orElseThrow();
        return site.auth.handle(Request.post(
                        APP + "/auth/signout", "application/x-www-form-urlencoded", "csrfToken=" + token)
                .header(
                        "Cookie",
                        "__Host-authjs.csrf-token=" + Form.encodeComponent(cookie) + "; " + NAME + "=" + value));
    }

    private static final class BreakingCodec implements JwtCodec {
        private final EncryptedJwt codec = new EncryptedJwt(FakeClock.at(NOW), Randomness.secure());
        private boolean seals = true;
        private boolean opens = true;

        @Override
        public String encode(EncodeParams params) {
            if (!seals) throw new IllegalStateException("the key store is away");
            return codec.encode(params);
        }

        @Override
        public Optional<Claims> decode(DecodeParams params) {
            if (!opens) throw new IllegalStateException("the key store is away");
            return codec.decode(params);
        }
    }

    /** Says when a token ends and not when it was made. */
    private static final class Ageless implements JwtCodec {
        private final EncryptedJwt codec = new EncryptedJwt(FakeClock.at(NOW), Randomness.secure());

        @Override
        public String encode(EncodeParams params) {
            return codec.encode(params);
        }

        @Override
        public Optional<Claims> decode(DecodeParams params) {
            return codec.decode(params).map(claims -> claims.without("iat"));
        }
    }

    private static Site tokens(UnaryOperator<AuthConfig.Builder> configure) {
        return signedIn(Site.with(p -> p, configure));
    }

    private static Site rows(UnaryOperator<AuthConfig.Builder> configure, InMemoryAdapter store) {
        return signedIn(Site.onRows(store, configure));
    }

    private static Site signedIn(Site site) {
        var page = site.browser.open(APP + "/auth/signin?callbackUrl=%2Fdash");
        page.press("Sign in with Demo ID");
        assertThat(site.sessionCookie()).as(() -> site.log.toString()).isPresent();
        return site;
    }

    private static Request request(Site site) {
        return Request.get(APP + "/page")
                .header("Cookie", NAME + "=" + site.sessionCookie().orElseThrow());
    }

    private static Visitor visitor(Site site) {
        return site.auth.visitor(request(site));
    }

    /** Lets the browser have what an answer carries. */
    private static void keep(Site site, Visitor visitor) {
        var lines = visitor.keep(200, Headers.NONE).all("Set-Cookie");
        assertThat(lines).hasSize(1);
        lines.forEach(line -> site.browser.setCookie(APP + "/", line));
    }

    private static Instant row(Site site, InMemoryAdapter store) {
        return store.getSessionAndUser(site.sessionCookie().orElseThrow())
                .orElseThrow()
                .session()
                .expires();
    }

    private static Headers headers(String lines) {
        var headers = Headers.NONE;
        for (var line : lines.split("\\|")) headers = headers.with(line.split(": ", 2)[0], line.split(": ", 2)[1]);
        return headers;
    }

    private static List<String> lines(Response answer) {
        return answer.headers().all("Set-Cookie").stream()
                .filter(line -> line.startsWith(NAME))
                .toList();
    }
}
