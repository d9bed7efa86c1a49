package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Page;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links in mails: who can use one, what a mail scanner does to one, and how codes of a few digits are kept from guessing. */
class EmailLinkTest {
    private static final String BOB = "bob@example.com";
    private static final String CALLBACK = APP + "/auth/callback/code?";

    private static final String OLD = "0ld0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String NEW = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    private final Inbox codes = new Inbox();

    // --- the address ---

    @ParameterizedTest
    @ValueSource(strings = {"", "&email=", "&email=eve@example.com", "&email=Bob@Example.com"})
    void a_link_without_its_address_signs_no_user_in_and_stays_valid(String address) {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        assertThat(site.browser.open(CALLBACK + "token=123456" + address).url()).contains("error=Verification");
        assertThat(site.session()).isEqualTo("null");

        site.browser.open(CALLBACK + "token=123456&email=" + BOB);
        assertThat(site.session()).contains(BOB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender", "Purpose: prefetch"})
    void a_prefetch_of_a_link_neither_signs_in_nor_uses_it_up(String header) {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        var field = header.split(": ");
        var link = Request.get(CALLBACK + "token=123456&email=" + BOB);
        var answer = site.browser.send(link.header(field[0], field[1]));
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("cache-control").orElse("")).contains("no-store");
        assertThat(site.session()).isEqualTo("null");

        site.browser.open(CALLBACK + "token=123456&email=" + BOB);
        assertThat(site.session()).contains(BOB);
    }

    // --- guessing ---

    @Test
    void five_wrong_codes_end_a_code_for_all_but_the_browser_that_requested_it() {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        for (int i = 0; i < 5; i++) {
            assertThat(guess(site, i, BOB, "00000" + i).header("location").orElse(""))
                    .contains("error=Verification");
        }
        assertThat(guess(site, 6, BOB, "123456").header("location").orElse("")).contains("error=Verification");

        site.browser.open(code("123456"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void four_wrong_codes_end_nothing() {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        for (int i = 0; i < 4; i++) guess(site, i, BOB, "00000" + i);

        assertThat(guess(site, 5, BOB, "123456").headers().all("set-cookie").toString())
                .contains("session-token");
    }

    @Test
    void five_wrong_codes_end_a_code_in_the_browser_that_requested_it_as_well() {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        for (int i = 0; i < 5; i++) site.browser.open(code("00000" + i));
        assertThat(site.browser.open(code("123456")).url()).contains("error=Verification");
        assertThat(site.session()).isEqualTo("null");

        ask(site.browser, "code", BOB);
        site.browser.open(code("123456"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void constant_guessing_does_not_lock_the_owner_of_a_mailbox_out() {
        var site = withCodes(p -> p);
        for (int i = 0; i < 200; i++) guess(site, i, BOB, "00000" + i);
        ask(site.browser, "code", BOB);
        for (int i = 0; i < 200; i++) guess(site, i, BOB, "00000" + i);

        site.browser.open(code("123456"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void a_hundred_guesses_at_the_same_moment_end_a_code() throws Exception {
        var probe = AdapterProbe.on(new InMemoryAdapter());
        var site = withCodes(p -> p, c -> c.adapter(probe.adapter()));
        ask(site.browser, "code", BOB);
        probe.forgetCalls();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 100; i++) {
            int guess = i;
            threads.add(new Thread(() -> guess(site, guess, BOB, "guess" + guess)));
        }
        for (var thread : threads) thread.start();
        for (var thread : threads) thread.join();

        guess(site, 101, BOB, "123456");
        assertThat(probe.calls()).doesNotContain("createUser");
    }

    @Test
    void a_new_code_replaces_the_one_before() {
        var next = new ArrayDeque<>(List.of("111111", "222222"));
        var site = withCodes(p -> p.generateVerificationToken(next::poll));
        ask(site.browser, "code", BOB);
        ask(site.browser, "code", BOB);
        assertThat(site.browser.open(code("111111")).url()).contains("error=Verification");
        assertThat(site.anotherBrowser().open(code("111111")).url()).contains("error=Verification");

        site.browser.open(code("222222"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void codes_that_an_attacker_requests_do_not_replace_the_one_in_the_owners_browser() {
        var next = new ArrayDeque<>(List.of("111111", "222222", "333333"));
        var site = withCodes(p -> p.generateVerificationToken(next::poll));
        ask(site.browser, "code", BOB);
        var attacker = site.anotherBrowser();
        ask(attacker, "code", BOB);
        for (int i = 0; i < 5; i++) attacker.open(code("00000" + i));
        ask(attacker, "code", BOB);
        assertThat(attacker.open(code("111111")).url()).contains("error=Verification");
        assertThat(attacker.open(code("222222")).url()).contains("error=Verification");

        site.browser.open(code("111111"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void a_code_works_once_and_on_another_device_too() {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        var phone = site.anotherBrowser();
        phone.open(code("123456"));
        assertThat(phone.open(APP + "/auth/session").text()).contains(BOB);

        assertThat(site.browser.open(code("123456")).url()).contains("error=Verification");
        assertThat(site.anotherBrowser().open(code("123456")).url()).contains("error=Verification");
    }

    @Test
    void a_code_is_for_one_mailbox_one_provider_and_its_time() {
        var site = withCodes(
                p -> p,
                c -> c.provider(EmailProvider.of("other", codes)
                        .from("no-reply@app.example")
                        .maxAge(Duration.ofMinutes(5))
                        .generateVerificationToken(() -> "123456")));
        ask(site.browser, "code", BOB);
        var other = APP + "/auth/callback/other?token=123456&email=";
        assertThat(site.browser.open(other + BOB).url()).contains("error=Verification");
        assertThat(site.browser
                        .open(CALLBACK + "token=123456&email=eve@example.com")
                        .url())
                .contains("error=Verification");
        ask(site.browser, "other", BOB);
        site.clock.advance(Duration.ofMinutes(5).plusSeconds(1));
        assertThat(site.browser.open(other + BOB).url()).contains("error=Verification");
        assertThat(site.session()).isEqualTo("null");

        site.browser.open(code("123456"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void a_code_whose_mail_does_not_leave_replaces_nothing() {
        var fails = new AtomicBoolean();
        var next = new ArrayDeque<>(List.of("111111", "222222"));
        var site = withCodes(p -> EmailProvider.of("code", mail -> {
                    if (fails.get()) throw new IllegalStateException("the mail server is away");
                })
                .from("no-reply@app.example")
                .generateVerificationToken(next::poll));
        ask(site.browser, "code", BOB);
        fails.set(true);
        assertThat(ask(site.anotherBrowser(), "code", BOB).url()).contains("error=EmailSignin");
        var phone = site.anotherBrowser();
        assertThat(phone.open(code("222222")).url()).contains("error=Verification");

        phone.open(code("111111"));
        assertThat(phone.open(APP + "/auth/session").text()).contains(BOB);
    }

    @Test
    void a_code_is_put_back_where_the_store_fails_behind_it() {
        var probe = AdapterProbe.on(new InMemoryAdapter());
        var site = withCodes(p -> p, c -> c.adapter(probe.adapter()));
        ask(site.browser, "code", BOB);
        probe.forgetCalls();
        probe.failBefore(3);
        assertThat(site.browser.open(code("123456")).url()).contains("error=");
        probe.failFrom(0);

        site.browser.open(code("123456"));
        assertThat(site.session()).contains(BOB);
    }

    @Test
    void a_token_that_spells_out_the_row_of_a_code_does_not_bypass_the_limit_of_attempts() {
        var site = withCodes(p -> p);
        ask(site.browser, "code", BOB);
        long end = site.clock.instant().plus(Duration.ofDays(1)).getEpochSecond();
        for (var token : List.of("code\ncode\n" + end + "\n123456", "code\ncode\n" + end + "\n123456\n")) {
            assertThat(guess(site, 1, BOB, token).header("location").orElse("")).contains("error=Verification");
        }
    }

    @Test
    void a_code_of_an_older_secret_works_while_secrets_are_rotated() {
        var store = new InMemoryAdapter();
        var before = withCodes(p -> p, c -> c.adapter(store).secret(OLD));
        ask(before.browser, "code", BOB);
        var after = withCodes(p -> p, c -> c.adapter(store).secret(NEW, OLD));
        guess(after, 1, BOB, "000000");

        after.browser.open(code("123456"));
        assertThat(after.session()).contains(BOB);
    }

    @Test
    void wrong_links_of_256_bits_lock_no_user_out() {
        var site = Site.with(p -> p, c -> c);
        ask(site.browser, "email", BOB);
        for (int i = 0; i < 100; i++) {
            var query = Form.encode(Map.of("token", "guess " + i, "email", BOB));
            assertThat(from(site, i, Request.get(APP + "/auth/callback/email?" + query))
                            .status())
                    .isEqualTo(302);
        }
        site.browser.open(site.inbox.links().get(0));
        assertThat(site.session()).contains(BOB);
    }

    // --- who has an account ---

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_mailbox_of_a_user_is_answered_with_the_same_steps_as_any_other(boolean asked) {
        var probe = AdapterProbe.on(new InMemoryAdapter());
        var site = withCodes(
                p -> p,
                c -> c.adapter(probe.adapter())
                        .callbacks(asked ? Callbacks.DEFAULT.signIn(p -> Decision.allow()) : Callbacks.DEFAULT));
        ask(site.browser, "email", BOB);
        site.browser.open(site.inbox.links().get(0));
        for (var provider : List.of("email", "code")) {
            var seen = new ArrayList<String>();
            for (var email : List.of(BOB, "eve@example.com")) {
                var browser = site.anotherBrowser();
                probe.forgetCalls();
                var page = ask(browser, provider, email);
                seen.add(probe.calls() + " " + page.status() + " " + page.url() + " "
                        + browser.cookies(APP + "/").keySet());
            }
            assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("createVerificationToken");
        }
    }

    // --- floods ---

    @Test
    void addresses_with_a_tag_count_for_their_one_mailbox() {
        var site = withCodes(p -> p);
        for (int i = 0; i < 10; i++) ask(site.browser, "code", "bob+" + i + "@example.com");
        assertThat(codes.mails()).hasSize(10);
        assertThat(ask(site.browser, "code", "bob+more@example.com").status()).isEqualTo(429);
        assertThat(ask(site.browser, "code", BOB).status()).isEqualTo(429);
        assertThat(codes.mails()).hasSize(10);
        ask(site.browser, "code", "eve@example.com");
        assertThat(codes.mails()).hasSize(11);
    }

    // --- a page before the link is used ---

    @Test
    void a_mail_scanner_that_opens_a_confirmed_link_does_not_use_it_up() {
        var site = withCodes(p -> p.confirmLinks(true));
        ask(site.browser, "code", BOB);
        var link = codes.links().get(0);
        var scanner = site.anotherBrowser();
        for (int i = 0; i < 3; i++) {
            var page = scanner.open(link);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.header("cache-control"))
                    .hasValueSatisfying(it -> assertThat(it).contains("no-store"));
        }
        assertThat(scanner.cookie(APP + "/", "__Secure-authjs.session-token")).isEmpty();

        var page = site.browser.open(link);
        assertThat(page.text()).contains(BOB);
        assertThat(page.form().submit().url()).isEqualTo(APP + "/dash");
        assertThat(site.session()).contains(BOB);
        assertThat(site.anotherBrowser().open(link).form().submit().url()).contains("error=Verification");
    }

    @Test
    void the_page_of_a_confirmed_link_reads_nothing_from_the_store() {
        var probe = AdapterProbe.on(new InMemoryAdapter());
        var site = withCodes(p -> p.confirmLinks(true), c -> c.adapter(probe.adapter()));
        ask(site.browser, "code", BOB);
        probe.forgetCalls();
        site.browser.open(codes.links().get(0));

        assertThat(probe.calls()).isEmpty();
    }

    @Test
    void the_button_of_a_confirmed_link_needs_the_token_of_its_page() {
        var site = withCodes(p -> p.confirmLinks(true));
        ask(site.browser, "code", BOB);
        var fields = Map.of("token", "123456", "email", BOB);
        var other = site.anotherBrowser();
        other.post(APP + "/auth/callback/code", fields);
        other.post(CALLBACK + Form.encode(fields), Map.of());
        assertThat(other.open(APP + "/auth/session").text()).isEqualTo("null");
        var query = new LinkedHashMap<>(fields);
        other.post(CALLBACK + Form.encode(query), Map.of("csrfToken", csrf(other)));
        assertThat(other.open(APP + "/auth/session").text()).isEqualTo("null");

        site.browser.open(codes.links().get(0)).form().submit();
        assertThat(site.session()).contains(BOB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "token=123456", "email=bob@example.com", "token=&email=bob@example.com"})
    void a_confirmed_link_that_lost_a_part_is_refused_at_once(String query) {
        var site = withCodes(p -> p.confirmLinks(true));

        assertThat(site.browser.open(CALLBACK + query).url()).contains("error=Verification");
    }

    @Test
    void the_page_speaks_the_visitors_language_and_shows_addresses_only() {
        var site = withCodes(p -> p.confirmLinks(true));
        for (var email : List.of(BOB, "call 555-0100 now@example.com", "<b>@example.com")) {
            var link = CALLBACK + Form.encode(Map.of("token", "x", "email", email));
            for (var language : List.of("en", "de")) {
                var page = site.auth.handle(Request.get(link).header("accept-language", language));
                assertThat(page.status()).isEqualTo(200);
                assertThat(page.text())
                        .contains("<html lang=\"" + language)
                        .contains(language.equals("de") ? "angefordert" : "request");
                assertThat(page.text().contains("als " + email) || page.text().contains("as " + email))
                        .isEqualTo(email.equals(BOB));
                assertThat(page.header("content-security-policy").orElse("")).contains("default-src 'none'");
                assertThat(page.header("x-frame-options")).hasValue("DENY");
            }
        }
    }

    // --- the parts ---

    private static String code(String token) {
        return CALLBACK + "email=" + BOB + "&token=" + token;
    }

    private Site withCodes(UnaryOperator<EmailProvider> change) {
        return withCodes(change, c -> c);
    }

    private Site withCodes(UnaryOperator<EmailProvider> change, UnaryOperator<AuthConfig.Builder> more) {
        return Site.with(
                p -> p,
                c -> more.apply(c.session(SessionOptions.jwt())
                        .rateLimits(RateLimits.DEFAULT)
                        .provider(change.apply(EmailProvider.of("code", codes)
                                .name("Code")
                                .from("no-reply@app.example")
                                .generateVerificationToken(() -> "123456")))));
    }

    private static Page ask(Browser browser, String provider, String email) {
        return browser.post(
                APP + "/auth/signin/" + provider,
                Map.of("csrfToken", csrf(browser), "email", email, "callbackUrl", "/dash"));
    }

    private static String csrf(Browser browser) {
        return browser.open(APP + "/auth/csrf").text().substring(14, 78);
    }

    private static Response guess(Site site, int network, String email, String token) {
        return from(site, network, Request.get(CALLBACK + Form.encode(Map.of("token", token, "email", email))));
    }

    private static Response from(Site site, int network, Request request) {
        return site.auth.handle(Request.of(
                request.method(),
                request.scheme(),
                request.target(),
                request.headers(),
                request.body(),
                "9.9." + network + ".1"));
    }
}
