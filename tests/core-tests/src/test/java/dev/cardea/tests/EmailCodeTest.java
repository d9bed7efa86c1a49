package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.message.VerificationMail;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Page;
import dev.cardea.text.Texts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codes by email: the page on which they are entered, and what a browser that has not requested one can do. */
class EmailCodeTest {
    private static final String ADA = "ada@example.com";
    private static final String BOB = "bob@example.com";
    private static final String CALLBACK = APP + "/auth/callback/code";

    private final Inbox inbox = new Inbox();
    private final InMemoryAdapter adapter = new InMemoryAdapter();
    private final Site site = site(p -> p, c -> c);

    // --- the page ---

    @Test
    void a_visitor_enters_the_code_on_the_page_that_follows_and_is_signed_in() {
        var page = ask(site.browser, ADA);
        assertThat(page.url()).isEqualTo(APP + "/auth/verify-request?provider=code&type=email");
        assertThat(page.text()).contains(ADA);
        var field = page.document().select("#code").get(0);
        assertThat(field.attr("inputmode")).isEqualTo("numeric");
        assertThat(field.attr("autocomplete")).isEqualTo("one-time-code");

        assertThat(page.form("Sign in").fill("token", code(ADA)).submit().url()).isEqualTo(APP + "/dash");
        assertThat(site.session()).contains(ADA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s %s", " %s-%s\t", "%s\u2013%s", "%s\u00a0%s\u200b"})
    void a_code_is_read_as_people_copy_it(String form) {
        ask(site.browser, ADA);
        var code = code(ADA);
        enter(site.browser, form.formatted(code.substring(0, 4), code.substring(4)));

        assertThat(site.session()).contains(ADA);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xff10, 0x0660, 0x06f0})
    void a_code_can_have_the_digits_of_another_keyboard(int zero) {
        ask(site.browser, ADA);
        var entered = new StringBuilder();
        code(ADA).chars().forEach(digit -> entered.appendCodePoint(zero + digit - '0'));
        enter(site.browser, entered.insert(4, "\u3000").toString());

        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_wrong_code_shows_the_page_again_with_the_tries_that_are_left() {
        ask(site.browser, ADA);
        var page = enter(site.browser, wrong());
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.document().select("[role=alert]").text()).contains("4 more times");
        for (int i = 0; i < 3; i++)
            page = page.form("Sign in").fill("token", wrong()).submit();
        assertThat(page.document().select("[role=alert]").text()).contains("one more time");
        assertThat(page.document().select("#code").attr("value")).isEmpty();

        page.form("Sign in").fill("token", code(ADA)).submit();
        assertThat(site.session()).contains(ADA);
        assertThat(site.events).contains("signInFailed Verification");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1234567", "123456789", "abcdefgh"})
    void what_is_not_a_code_costs_no_try(String entered) {
        ask(site.browser, ADA);
        for (int i = 0; i < 6; i++) {
            var page = enter(site.browser, entered);
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.text()).contains("eight digits");
        }
        enter(site.browser, code(ADA));

        assertThat(site.session()).contains(ADA);
    }

    @Test
    void another_code_can_be_sent_from_the_page_and_replaces_the_first() {
        var first = ask(site.browser, ADA);
        var before = code(ADA);
        var second = first.form("Send another code").submit();
        assertThat(second.url()).contains("/auth/verify-request");
        assertThat(inbox.mails()).hasSize(2);
        assertThat(enter(site.browser, before).status()).isEqualTo(400);

        enter(site.browser, code(ADA));
        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_script_gets_the_address_of_the_page_with_the_error_in_it() {
        ask(site.browser, ADA);
        assertThat(script(wrong()).text())
                .isEqualTo("{\"url\":\"" + APP + "/auth/verify-request?provider=code&type=email&error=Verification"
                        + "&code=InvalidCode&triesLeft=4\"}");
        assertThat(site.browser
                        .open(APP + "/auth/verify-request?provider=code&type=email&code=InvalidCode&triesLeft=4")
                        .text())
                .contains("4 more times");

        assertThat(script(code(ADA)).text()).isEqualTo("{\"url\":\"" + APP + "/dash\"}");
    }

    @Test
    void a_page_of_the_application_gets_the_error_in_its_address() {
        var site = site(p -> p, c -> c.pages(PagesOptions.NONE.verifyRequest("/enter")));
        assertThat(ask(site.browser, ADA).url()).isEqualTo(APP + "/enter?provider=code&type=email");
        assertThat(enter(site.browser, wrong()).url())
                .isEqualTo(APP + "/enter?provider=code&type=email&error=Verification&code=InvalidCode&triesLeft=4");
        var fields = Map.of("csrfToken", csrf(site.browser), "token", code(ADA), "email", " Ada@Example.com ");
        site.browser.post(CALLBACK, fields);

        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_site_over_the_bridge_has_the_same_pages() {
        var site = site(p -> p, c -> c.bridge(true));
        var signer = new BridgeSigner(Site.SECRET);
        var browser = Browser.of(
                request -> site.auth.handle(signer.sign(BridgeMode.FORWARD, request, site.clock.instant())),
                site.clock);
        var page = ask(browser, ADA);
        assertThat(page.text()).contains(ADA);
        page = page.form("Sign in").fill("token", wrong()).submit();
        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("4 more times");
        assertThat(site.browser.open(inbox.last(ADA).orElseThrow().url()).text())
                .contains(code(ADA));

        page.form("Sign in").fill("token", code(ADA)).submit();
        assertThat(session(browser)).contains(ADA);
    }

    @Test
    void a_post_without_the_token_of_its_page_is_refused_and_costs_no_try() {
        ask(site.browser, ADA);
        for (int i = 0; i < 6; i++) {
            assertThat(site.browser.post(CALLBACK, Map.of("token", wrong())).url())
                    .contains("error=MissingCSRF");
        }
        enter(site.browser, code(ADA));

        assertThat(site.session()).contains(ADA);
    }

    @Test
    void texts_that_an_attacker_puts_into_an_address_are_not_on_the_pages() {
        for (var language : List.of("en", "de")) {
            var link = CALLBACK + "?" + Form.encode(Map.of("token", "call 555-0100", "email", "now@example.com"));
            var page = site.auth.handle(Request.get(link).header("accept-language", language));
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text()).contains("lang=\"" + language).doesNotContain("555", "now@");
            assertThat(page.header("content-security-policy").orElse("")).contains("default-src 'none'");
        }
        var page = site.browser.open(APP + "/auth/verify-request?provider=code&email=" + BOB + "&triesLeft=900");
        assertThat(page.text()).doesNotContain(BOB, "900");
    }

    // --- D1: guessing ---

    @Test
    void the_sixth_try_fails_even_with_the_right_code() {
        ask(site.browser, ADA);
        for (int i = 0; i < 4; i++) enter(site.browser, wrong());
        var page = enter(site.browser, wrong());
        assertThat(page.text()).contains("Request a new code");
        assertThat(page.document().select("#code")).isEmpty();
        assertThat(enter(site.browser, code(ADA)).status()).isEqualTo(400);
        assertThat(site.session()).isEqualTo("null");

        page.form("Send a new code").submit();
        enter(site.browser, code(ADA));
        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_kept_cookie_gives_no_further_tries_at_a_code_that_was_replaced() {
        ask(site.browser, ADA);
        var first = code(ADA);
        var kept = site.browser.cookies(APP + "/auth/callback/code");
        ask(site.browser, ADA);
        var attacker = site.anotherBrowser();
        kept.forEach((name, value) -> attacker.setCookie(APP + "/", name + "=" + value + "; Path=/; Secure"));

        assertThat(enter(attacker, first).status()).isEqualTo(400);
        assertThat(session(attacker)).isEqualTo("null");
    }

    @Test
    void requests_for_a_thousand_codes_give_as_many_tries_as_there_were_mails() {
        int tries = 0;
        var attacker = site.anotherBrowser();
        for (int i = 0; i < 1_000; i++) {
            if (ask(attacker, ADA).status() != 200) continue;
            while (enter(attacker, wrong()).document().select("#code").size() == 1) tries++;
            tries++;
        }
        assertThat(inbox.mails()).hasSize(10);
        assertThat(tries).isLessThanOrEqualTo(50);
    }

    @Test
    void codes_have_eight_digits_of_every_value() {
        var all = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            ask(site.anotherBrowser(), "user" + i + "@example.com");
            all.add(code("user" + i + "@example.com"));
        }
        assertThat(all).allMatch(code -> code.matches("[0-9]{8}")).doesNotHaveDuplicates();
        assertThat(Set.copyOf(String.join("", all).chars().boxed().toList())).hasSize(10);
    }

    // --- D2 and D3: other browsers ---

    @Test
    void a_scanner_neither_signs_in_nor_uses_the_link_up() {
        ask(site.browser, ADA);
        var probe = inbox.last(ADA).orElseThrow();
        var scanner = site.anotherBrowser();
        assertThat(scanner.send(Request.of("HEAD", probe.url())).status()).isEqualTo(400);
        assertThat(scanner.send(Request.get(probe.url()).header("Sec-Purpose", "prefetch"))
                        .status())
                .isEqualTo(503);
        for (int i = 0; i < 7; i++) {
            var page = scanner.open(probe.url());
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text()).contains(probe.token());
            assertThat(page.document().select("form")).isEmpty();
        }
        var fields = Map.of("csrfToken", csrf(scanner), "token", probe.token(), "email", ADA);
        assertThat(scanner.post(CALLBACK, fields).status()).isEqualTo(400);
        assertThat(session(scanner)).isEqualTo("null");

        enter(site.browser, probe.token());
        assertThat(site.session()).contains(ADA);
    }

    @Test
    void the_page_of_a_link_in_another_browser_looks_nothing_up() {
        var probe = AdapterProbe.on(adapter);
        var site = site(p -> p, c -> c.adapter(probe.adapter()));
        ask(site.browser, ADA);
        probe.forgetCalls();
        site.anotherBrowser().open(inbox.last(ADA).orElseThrow().url());

        assertThat(probe.calls()).isEmpty();
    }

    @Test
    void the_link_signs_in_where_it_was_requested() {
        ask(site.browser, ADA);

        assertThat(site.browser.open(inbox.last(ADA).orElseThrow().url()).url()).isEqualTo(APP + "/dash");
        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_prefetch_in_the_browser_that_requested_the_link_does_not_use_it_up() {
        ask(site.browser, ADA);
        var link = inbox.last(ADA).orElseThrow().url();
        assertThat(site.browser
                        .send(Request.get(link).header("Sec-Purpose", "prefetch"))
                        .status())
                .isEqualTo(503);
        site.browser.open(link);

        assertThat(site.session()).contains(ADA);
    }

    @Test
    void neither_of_two_browsers_can_use_the_code_or_the_link_of_the_other() {
        var eve = site.anotherBrowser();
        ask(site.browser, ADA);
        ask(eve, BOB);
        // The victim gets the attacker's code and link, and the attacker the victim's.
        assertThat(enter(site.browser, code(BOB)).status()).isEqualTo(400);
        assertThat(site.browser.open(inbox.last(BOB).orElseThrow().url()).text())
                .contains(code(BOB));
        assertThat(enter(eve, code(ADA)).status()).isEqualTo(400);
        var fields = Map.of("csrfToken", csrf(eve), "token", code(ADA), "email", ADA);
        assertThat(eve.post(CALLBACK, fields).status()).isEqualTo(400);
        assertThat(site.session()).isEqualTo("null");
        assertThat(session(eve)).isEqualTo("null");

        enter(site.browser, code(ADA));
        enter(eve, code(BOB));
        assertThat(site.session()).contains(ADA);
        assertThat(session(eve)).contains(BOB);
    }

    @Test
    void two_browsers_that_request_codes_for_one_mailbox_have_a_code_each() {
        var eve = site.anotherBrowser();
        ask(site.browser, ADA);
        var own = code(ADA);
        ask(eve, ADA);
        assertThat(enter(eve, own).status()).isEqualTo(400);

        enter(site.browser, own);
        assertThat(site.session()).contains(ADA);
    }

    // --- D4: once ---

    @Test
    void of_32_redeemers_of_code_and_link_one_is_signed_in() throws Exception {
        for (int round = 0; round < 5; round++) {
            var site = site(p -> p, c -> c);
            ask(site.browser, ADA);
            var mail = inbox.last(ADA).orElseThrow();
            var cookies = site.browser.cookies(CALLBACK);
            var csrf = csrf(site.browser);
            var barrier = new CyclicBarrier(32);
            var pool = Executors.newFixedThreadPool(32);
            try {
                var running = new ArrayList<Future<Boolean>>();
                for (var redeemer : IntStream.range(0, 32).boxed().toList()) {
                    Callable<Boolean> task = () -> {
                        var browser = site.anotherBrowser();
                        cookies.forEach(
                                (name, value) -> browser.setCookie(APP + "/", name + "=" + value + "; Path=/; Secure"));
                        barrier.await();
                        if (redeemer % 2 == 0) browser.open(mail.url());
                        else browser.post(CALLBACK, Map.of("csrfToken", csrf, "token", mail.token()));
                        return !session(browser).equals("null");
                    };
                    running.add(pool.submit(task));
                }
                int signedIn = 0;
                for (var one : running) if (one.get()) signedIn++;
                assertThat(signedIn).isOne();
            } finally {
                pool.shutdownNow();
            }
        }
    }

    @Test
    void a_link_whose_code_was_used_says_so_in_the_browser_that_used_it() {
        ask(site.browser, ADA);
        var mail = inbox.last(ADA).orElseThrow();
        enter(site.browser, mail.token());
        assertThat(site.browser.open(mail.url()).url()).contains("/auth/error?error=Verification");
        assertThat(enter(site.browser, mail.token()).status()).isEqualTo(400);
    }

    @Test
    void a_code_works_until_it_expires() {
        ask(site.browser, ADA);
        site.clock.advance(Duration.ofMinutes(10).plusSeconds(2));
        var page = enter(site.browser, code(ADA));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("Request a new code");
        assertThat(site.session()).isEqualTo("null");
    }

    // --- D5: other people's requests and guesses ---

    @Test
    void an_attacker_who_requests_and_guesses_in_between_ends_no_code_of_the_owner() {
        var eve = site.anotherBrowser();
        ask(eve, ADA);
        ask(site.browser, ADA);
        var own = code(ADA);
        for (int i = 0; i < 3; i++) {
            ask(eve, ADA);
            for (int guess = 0; guess < 6; guess++) enter(eve, wrong());
            for (int guess = 0; guess < 6; guess++) guess(i * 6 + guess);
            if (i < 2) assertThat(enter(site.browser, wrong()).text()).contains((4 - i) + " more times");
        }
        enter(site.browser, own);

        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_cookie_that_an_attacker_planted_before_the_request_does_not_open_its_code() {
        var eve = site.anotherBrowser();
        ask(eve, ADA);
        var planted = eve.cookie(APP + "/", "__Secure-authjs.email-code").orElseThrow();
        site.browser.setCookie(APP + "/", "__Secure-authjs.email-code=" + planted + "; Path=/; Secure");
        ask(site.browser, ADA);
        assertThat(enter(eve, code(ADA)).status()).isEqualTo(400);

        enter(site.browser, code(ADA));
        assertThat(site.session()).contains(ADA);
    }

    // --- failures ---

    @Test
    void a_code_whose_mail_does_not_leave_replaces_nothing() {
        ask(site.browser, ADA);
        var first = code(ADA);
        var kept = site.browser.cookies(CALLBACK);
        inbox.failWith(new IllegalStateException("the mail server is away"));
        assertThat(ask(site.browser, ADA).url()).contains("error=EmailSignin");
        assertThat(site.browser.cookies(CALLBACK)).containsAllEntriesOf(kept);

        enter(site.browser, first);
        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_code_is_put_back_where_the_store_fails_behind_it() {
        var probe = AdapterProbe.on(adapter);
        var site = site(p -> p, c -> c.adapter(probe.adapter()));
        ask(site.browser, ADA);
        probe.forgetCalls();
        probe.failBefore(3);
        assertThat(enter(site.browser, code(ADA)).url()).contains("error=");
        probe.failFrom(0);

        enter(site.browser, code(ADA));
        assertThat(site.session()).contains(ADA);
    }

    @Test
    void a_mailbox_of_a_user_is_answered_with_the_same_steps_as_any_other() {
        var probe = AdapterProbe.on(adapter);
        var site = site(p -> p, c -> c.adapter(probe.adapter()));
        ask(site.browser, ADA);
        enter(site.browser, code(ADA));
        var seen = new ArrayList<String>();
        for (var email : List.of(ADA, BOB)) {
            var browser = site.anotherBrowser();
            probe.forgetCalls();
            var page = ask(browser, email);
            seen.add(probe.calls() + " " + page.status() + " " + page.url() + " "
                    + browser.cookies(APP + "/").keySet());
        }
        assertThat(seen.get(1)).isEqualTo(seen.get(0)).contains("createVerificationToken");
    }

    // --- the mail ---

    @Test
    void the_mail_has_the_code_and_the_link_in_each_language() {
        ask(site.browser, ADA);
        var request = inbox.last(ADA).orElseThrow();
        for (var locale : List.of(Locale.ENGLISH, Locale.GERMAN)) {
            var mail = VerificationMail.of(request, Texts.DEFAULT, locale);
            assertThat(mail.text()).contains("\n" + request.token() + "\n", "\n" + request.url() + "\n");
            assertThat(mail.html()).contains(">" + request.token() + "<", "token=" + request.token());
            assertThat(mail.subject()).doesNotContain(request.token());
        }
    }

    @Test
    void without_codes_the_mail_has_a_link_and_no_line_more() {
        var site = site(p -> p.codes(false), c -> c);
        ask(site.browser, ADA);
        var request = inbox.last(ADA).orElseThrow();
        var mail = VerificationMail.of(request, Texts.DEFAULT, Locale.ENGLISH);
        assertThat(mail.text()).isEqualTo("Sign in to app.example\n" + request.url() + "\n\n");
        assertThat(mail.html().lines()).noneMatch(String::isBlank);
    }

    // --- the parts ---

    private Site site(UnaryOperator<EmailProvider> change, UnaryOperator<AuthConfig.Builder> more) {
        return Site.with(
                p -> p,
                c -> more.apply(c.session(SessionOptions.jwt())
                        .rateLimits(RateLimits.DEFAULT)
                        .provider(change.apply(EmailProvider.of("code", inbox)
                                .from("no-reply@app.example")
                                .codes(true)))));
    }

    private String code(String email) {
        return inbox.last(email).orElseThrow().token();
    }

    /** A code that was not sent. */
    private String wrong() {
        var sent = inbox.mails().stream().map(mail -> mail.token()).toList();
        return sent.contains("00000000") ? "00000001" : "00000000";
    }

    private static Page ask(Browser browser, String email) {
        return browser.post(
                APP + "/auth/signin/code", Map.of("csrfToken", csrf(browser), "email", email, "callbackUrl", "/dash"));
    }

    private static Page enter(Browser browser, String entered) {
        return browser.post(CALLBACK, Map.of("csrfToken", csrf(browser), "token", entered));
    }

    private Response script(String entered) {
        var body = Form.encode(Map.of("csrfToken", csrf(site.browser), "token", entered));
        return site.browser.send(Request.of("POST", CALLBACK)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Auth-Return-Redirect", "1")
                .body(body));
    }

    /** A guess by a client without cookies, from another network. */
    private void guess(int network) {
        var link = CALLBACK + "?" + Form.encode(Map.of("token", wrong(), "email", ADA));
        var request = Request.get(link);
        site.auth.handle(Request.of(
                request.method(),
                request.scheme(),
                request.target(),
                request.headers(),
                request.body(),
                "9.9." + network + ".1"));
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    private static String csrf(Browser browser) {
        return browser.open(APP + "/auth/csrf").text().substring(14, 78);
    }
}
