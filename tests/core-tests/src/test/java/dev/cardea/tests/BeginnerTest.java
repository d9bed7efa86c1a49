package dev.cardea.tests;

import static dev.cardea.tests.OwnershipSite.APP;
import static dev.cardea.tests.OwnershipSite.COOKIE;
import static dev.cardea.tests.OwnershipSite.OP;
import static dev.cardea.tests.OwnershipSite.SECRET;
import static dev.cardea.tests.OwnershipSite.oauth;
import static dev.cardea.tests.OwnershipSite.oidc;
import static dev.cardea.tests.OwnershipSite.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Person;
import dev.cardea.tests.OwnershipSite.Strategy;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sign-in belongs to the user who began it, or to no user: an account is linked to no other user who is signed in later. */
class BeginnerTest {
    private static final String MALLORY = "mallory@example.com";
    private static final Person VICTIM = Person.of("victim", "Victim", "victim@example.com");

    /** The ways in which a browser remembers a sign-in, and in which a provider answers. */
    enum Answer {
        PKCE(p -> p.checks(Check.PKCE)),
        STATE(p -> p.checks(Check.STATE)),
        NONCE(p -> p.checks(Check.NONCE)),
        ALL(p -> p.checks(Check.PKCE, Check.STATE, Check.NONCE)),
        OAUTH(p -> oauth("op", "Demo ID").checks(Check.STATE, Check.PKCE)),
        FORM_POST(p -> p.checks(Check.PKCE, Check.STATE).authorizationParam("response_mode", "form_post"));

        private final UnaryOperator<OAuthProvider> change;

        Answer(UnaryOperator<OAuthProvider> change) {
            this.change = change;
        }
    }

    private final OwnershipSite parts = new OwnershipSite();
    private final InMemoryAdapter store = parts.store;
    private final IdentityProvider op = parts.op.signsIn(VICTIM);

    static List<Object[]> all() {
        var all = new ArrayList<Object[]>();
        for (var strategy : Strategy.values())
            for (var answer : Answer.values()) all.add(new Object[] {strategy, answer});
        return all;
    }

    /** The attacker's page opens the attacker's link in a new tab, while the victim is at the provider. */
    @ParameterizedTest
    @MethodSource("all")
    void what_a_visitor_began_is_not_linked_to_who_was_signed_in_meanwhile(Strategy strategy, Answer answer) {
        var site = site(strategy, answer);
        var victim = browser(site);
        var callback = begin(victim);
        victim.open(link(site, MALLORY));
        assertThat(session(victim)).contains(MALLORY);
        end(victim, callback);

        assertThat(session(victim)).contains("victim@example.com");
        assertThat(owner()).isNotEqualTo(parts.idOf(MALLORY));
        assertThat(parts.accountsOf(MALLORY)).isEmpty();
        assertThat(store.listSessionsByUserId(parts.idOf(MALLORY))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void what_one_user_began_is_not_linked_to_another(Strategy strategy, Answer answer) {
        var site = site(strategy, answer);
        var browser = browser(site);
        browser.open(link(site, "bob@example.com"));
        var callback = begin(browser);
        browser.open(link(site, MALLORY));
        end(browser, callback);

        assertThat(session(browser)).contains("victim@example.com");
        assertThat(parts.accountsOf(MALLORY)).isEmpty();
        assertThat(parts.accountsOf("bob@example.com")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void what_a_user_began_is_linked_to_that_user(Strategy strategy, Answer answer) {
        var site = site(strategy, answer);
        var browser = browser(site);
        browser.open(link(site, "bob@example.com"));
        var callback = begin(browser);
        end(browser, callback);

        assertThat(owner()).isEqualTo(parts.idOf("bob@example.com"));
        assertThat(session(browser)).contains("bob@example.com");
    }

    /** A new session of the same user, such as after a link in another tab, is still that user's. */
    @ParameterizedTest
    @EnumSource
    void it_belongs_to_the_user_and_not_to_one_session(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var browser = browser(site);
        browser.open(link(site, "bob@example.com"));
        var callback = begin(browser);
        browser.open(link(site, "bob@example.com"));
        end(browser, callback);

        assertThat(owner()).isEqualTo(parts.idOf("bob@example.com"));
    }

    @ParameterizedTest
    @EnumSource
    void what_a_user_began_who_has_signed_out_is_an_ordinary_sign_in(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var browser = browser(site);
        browser.open(link(site, "bob@example.com"));
        var callback = begin(browser);
        browser.setCookie(APP + "/", COOKIE + "=; Path=/; Secure; Max-Age=0");
        end(browser, callback);

        assertThat(session(browser)).contains("victim@example.com");
        assertThat(parts.accountsOf("bob@example.com")).isEmpty();
    }

    /** Before, the sign-in of a user who has an account ended with an error: another user was signed in. */
    @ParameterizedTest
    @EnumSource
    void a_visitor_who_has_an_account_is_signed_in_to_it_even_if_another_user_was_signed_in_meanwhile(
            Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var earlier = browser(site);
        end(earlier, begin(earlier));
        var victim = browser(site);
        var callback = begin(victim);
        victim.open(link(site, MALLORY));
        end(victim, callback);

        assertThat(session(victim)).contains("victim@example.com");
    }

    /** Auth.js seals no user. Whose sign-in it is cannot be known, so it is an ordinary one. */
    @ParameterizedTest
    @MethodSource("all")
    void what_began_at_auth_js_signs_in_and_links_nothing(Strategy strategy, Answer answer) {
        var site = site(strategy, answer);
        var browser = browser(site);
        browser.open(link(site, "bob@example.com"));
        var callback = begin(browser);
        asOfAuthJs(browser);
        end(browser, callback);

        assertThat(session(browser)).contains("victim@example.com");
        assertThat(parts.accountsOf("bob@example.com")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void the_account_page_links_to_the_user_who_asked(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var browser = browser(site);
        browser.open(link(site, "bob@example.com"));
        var asked = site.accounts(request(browser, "/settings")).orElseThrow().link("op", "/settings");
        for (var line : asked.toResponse().headers().all("Set-Cookie")) browser.setCookie(APP + "/", line);
        end(browser, answered(browser, asked.to()));

        assertThat(owner()).isEqualTo(parts.idOf("bob@example.com"));
    }

    /** The setting that removes this protection: nothing in the browser says who began. */
    @Test
    void without_checks_the_account_is_linked_to_who_is_signed_in_at_the_end() {
        var site = site(Strategy.DATABASE, p -> p.danger().noChecks());
        var browser = browser(site);
        var callback = begin(browser);
        browser.open(link(site, "bob@example.com"));
        end(browser, callback);

        assertThat(owner()).isEqualTo(parts.idOf("bob@example.com"));
    }

    /** Only what is needed is sealed: a visitor's cookies are those of Auth.js. */
    @ParameterizedTest
    @EnumSource
    void the_cookies_of_a_visitor_name_no_user(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var browser = browser(site);
        begin(browser);
        for (var claims : checks(browser).values())
            assertThat(claims.asMap()).containsOnlyKeys("value", "provider", "iat", "exp", "jti");
    }

    @ParameterizedTest
    @EnumSource
    void the_sign_in_page_says_to_which_user_an_account_is_linked(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var browser = browser(site);
        assertThat(browser.open(APP + "/auth/signin").text()).doesNotContain("You're signed in as");
        browser.open(link(site, MALLORY));

        assertThat(browser.open(APP + "/auth/signin").text()).contains("You're signed in as " + MALLORY);
        browser.setCookie(APP + "/", COOKIE + "=unknown; Path=/; Secure; HttpOnly");
        assertThat(browser.open(APP + "/auth/signin").text()).doesNotContain("You're signed in as");
    }

    // --- links in mails ---

    /** The link proves the mailbox. It spares what was planted only if its user asked for it in this browser. */
    @ParameterizedTest
    @EnumSource
    void a_link_that_a_visitor_asked_for_ends_what_was_planted_even_if_another_user_was_signed_in_meanwhile(
            Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        op.signsIn(VICTIM.with("email_verified", false));
        var thief = browser(site);
        end(thief, begin(thief));
        assertThat(session(thief)).contains("victim@example.com");
        var victim = browser(site);
        var link = parts.request(victim, "victim@example.com");
        victim.setCookie(
                APP + "/", COOKIE + "=" + thief.cookie(APP + "/", COOKIE).orElseThrow() + "; Path=/; Secure; HttpOnly");
        victim.open(link);

        assertThat(session(victim)).contains("victim@example.com");
        assertThat(store.getUserByAccount("op", "victim")).isEmpty();
        assertThat(session(thief)).isEqualTo("null");
    }

    /** Mails are read late, and the link is valid for a day. */
    @ParameterizedTest
    @EnumSource
    void a_link_that_the_signed_in_user_asked_for_keeps_the_users_accounts(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        op.signsIn(VICTIM.with("email_verified", false));
        var browser = browser(site);
        end(browser, begin(browser));
        var link = parts.request(browser, "victim@example.com");
        parts.clock.advance(Duration.ofHours(20));
        browser.open(link);

        assertThat(store.getUserByEmail("victim@example.com").orElseThrow().emailVerified())
                .isNotNull();
        assertThat(store.getUserByAccount("op", "victim")).isPresent();
    }

    /** What the user requested hours ago says nothing of a link that a visitor requests in the same browser. */
    @ParameterizedTest
    @EnumSource
    void a_request_of_the_signed_in_user_spares_nothing_for_a_later_link_of_a_visitor(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        op.signsIn(VICTIM.with("email_verified", false));
        var thief = browser(site);
        end(thief, begin(thief));
        var planted = COOKIE + "=" + thief.cookie(APP + "/", COOKIE).orElseThrow() + "; Path=/; Secure; HttpOnly";
        var victim = browser(site);
        victim.setCookie(APP + "/", planted);
        parts.request(victim, "victim@example.com");
        victim.setCookie(APP + "/", COOKIE + "=; Path=/; Secure; Max-Age=0");
        var link = parts.request(victim, "victim@example.com");
        victim.setCookie(APP + "/", planted);
        victim.open(link);

        assertThat(session(victim)).contains("victim@example.com");
        assertThat(store.getUserByAccount("op", "victim")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void each_of_three_links_that_the_signed_in_user_asked_for_keeps_the_users_accounts(int opened) {
        var site = site(Strategy.DATABASE, Answer.ALL);
        op.signsIn(VICTIM.with("email_verified", false));
        var browser = browser(site);
        end(browser, begin(browser));
        var links = IntStream.range(0, 3)
                .mapToObj(i -> parts.request(browser, "victim@example.com"))
                .toList();
        browser.open(links.get(opened));

        assertThat(store.getUserByAccount("op", "victim").orElseThrow().emailVerified())
                .isNotNull();
    }

    /** A link opened in another browser was always an ordinary sign-in, and stays one with another session there. */
    @ParameterizedTest
    @EnumSource
    void a_link_signs_in_its_user_in_a_browser_of_another_user_and_links_nothing(Strategy strategy) {
        var site = site(strategy, Answer.ALL);
        var link = parts.request(browser(site), "victim@example.com");
        var other = browser(site);
        other.open(link(site, "bob@example.com"));
        other.open(link);

        assertThat(session(other)).contains("victim@example.com");
        assertThat(parts.idOf("victim@example.com")).isNotEqualTo(parts.idOf("bob@example.com"));
        assertThat(store.listSessionsByUserId(parts.idOf("bob@example.com"))).isEmpty();
    }

    // --- the parts ---

    private Auth site(Strategy strategy, Answer answer) {
        return site(strategy, answer.change);
    }

    private Auth site(Strategy strategy, UnaryOperator<OAuthProvider> change) {
        return Auth.of(parts.config(strategy, store)
                .provider(change.apply(oidc("op", "Demo ID")))
                .provider(parts.mail())
                .build());
    }

    private Browser browser(Auth site) {
        return parts.browser(site);
    }

    /** The link that another browser asked for. */
    private String link(Auth site, String address) {
        return parts.request(browser(site), address);
    }

    /** What the provider answers with: an address, or a form that its page posts. */
    private record ProviderAnswer(String url, Map<String, String> form) {}

    private ProviderAnswer begin(Browser browser) {
        var csrf = browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var started = browser.send(form(APP + "/auth/signin/op", Map.of("csrfToken", csrf, "callbackUrl", "/in")));
        return answered(browser, started.header("Location").orElseThrow());
    }

    private static ProviderAnswer answered(Browser browser, String authorization) {
        var answer = browser.send(Request.get(authorization));
        var location = answer.header("Location");
        if (location.isPresent()) return new ProviderAnswer(location.get(), Map.of());
        return new ProviderAnswer(APP + "/auth/callback/op", hidden(answer.text()));
    }

    private static Map<String, String> hidden(String page) {
        var fields = new LinkedHashMap<String, String>();
        var inputs = Pattern.compile("name=\"([^\"]+)\" value=\"([^\"]*)\"").matcher(page);
        while (inputs.find()) fields.put(inputs.group(1), inputs.group(2).replace("&amp;", "&"));
        return fields;
    }

    private static void end(Browser browser, ProviderAnswer returned) {
        if (!returned.form().isEmpty()) {
            browser.send(
                    form(returned.url(), returned.form()).header("origin", OP).header("sec-fetch-site", "cross-site"));
        }
        browser.open(returned.url());
    }

    private static Request form(String url, Map<String, String> fields) {
        return Request.post(url, "application/x-www-form-urlencoded", Form.encode(fields));
    }

    private static Request request(Browser browser, String path) {
        var cookies = new ArrayList<String>();
        browser.cookies(APP + path).forEach((name, value) -> cookies.add(name + "=" + value));
        return Request.get(APP + path).header("cookie", String.join("; ", cookies));
    }

    private String owner() {
        return String.valueOf(
                store.getUserByAccount("op", "victim").orElseThrow().id());
    }

    /** The check cookies, opened. */
    private Map<String, Claims> checks(Browser browser) {
        var checks = new LinkedHashMap<String, Claims>();
        browser.cookies(APP + "/auth/callback/op").forEach((name, value) -> {
            if (name.matches(".*authjs\\.(state|nonce|pkce\\.code_verifier)"))
                checks.put(name, parts.opened(name, value));
        });
        return checks;
    }

    /** Leaves in the check cookies what Auth.js puts there. */
    private void asOfAuthJs(Browser browser) {
        checks(browser).forEach((name, claims) -> {
            var plain = Claims.of("value", claims.text("value")).with("provider", claims.text("provider"));
            var sealed = parts.codec.encode(new EncodeParams(plain, Secrets.of(SECRET), name, 900));
            browser.setCookie(APP + "/", name + "=" + sealed + "; Path=/; Secure; HttpOnly");
        });
    }
}
