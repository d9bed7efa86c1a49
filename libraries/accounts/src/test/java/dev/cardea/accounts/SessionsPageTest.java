package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.http.Request;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.testing.Browser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionsPageTest {
    private static final String PHONE =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
    private final FullSite full = FullSite.standard();

    @Test
    void the_devices_are_listed_in_words_and_this_one_comes_first() {
        var phone = full.signIn(full.browser(PHONE), ANN);
        full.advance(Duration.ofHours(1));
        full.signedIn(ANN);

        var items = full.open(phone, "/sessions").document().select(".items li");

        assertThat(items.eachText()).hasSize(2);
        assertThat(items.get(0).text())
                .startsWith("Safari · iPhone This device Last used just now Signed in 1 hour ago · Email");
        assertThat(items.get(1).text()).startsWith("Firefox · Linux Last used").doesNotContain("This device");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PT59S | just now | gerade eben",
                "PT1M | 1 minute ago | vor 1 Minute",
                "PT59M59S | 59 minutes ago | vor 59 Minuten",
                "PT1H | 1 hour ago | vor 1 Stunde",
                "PT23H59M | 23 hours ago | vor 23 Stunden",
                "PT24H | Nov 1, 2026 | 01.11.2026"
            })
    void a_device_says_how_long_ago_it_was_used_and_after_a_day_the_date(Duration age, String english, String german) {
        full.signIn(full.browser(PHONE), ANN);
        full.advance(age);
        var browser = full.signedIn(ANN);

        assertThat(phone(browser, "en")).contains("Last used " + english + " Signed in " + english);
        assertThat(phone(browser, "de")).contains("Zuletzt verwendet: " + german + " Angemeldet: " + german);
    }

    private static String phone(Browser browser, String language) {
        var request = Request.get(AUTH + "/account/sessions").header("Accept-Language", language);
        return Jsoup.parse(browser.send(request).text())
                .select(".items li")
                .get(1)
                .text();
    }

    @Test
    void what_a_browser_says_of_itself_is_never_shown() {
        var browser = full.signIn(full.browser("<b>Chrome/126.0</b> (Windows)"), ANN);

        var page = full.open(browser, "/sessions");

        assertThat(page.text()).contains("Chrome · Windows").doesNotContain("<b>", "&lt;b", "126.0");
    }

    @Test
    void a_user_ends_the_session_of_another_device() {
        var phone = full.signIn(full.browser(PHONE), ANN);
        var browser = full.signedIn(ANN);

        var page = full.post(browser, "/sessions", Map.of("do", "end", "id", otherId(browser)));

        assertThat(page.url()).isEqualTo(AUTH + "/account/sessions?notice=session-ended");
        assertThat(page.text()).contains("That device is signed out.");
        assertThat(full.site.isSignedIn(phone)).isFalse();
        assertThat(full.site.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_user_ends_all_other_sessions_without_a_new_proof() {
        var phone = full.signIn(full.browser(PHONE), ANN);
        var browser = full.signedIn(ANN);
        full.advance(Duration.ofMinutes(11));

        var page = full.open(browser, "/sessions")
                .press("Sign out all other devices")
                .press("Sign out all other devices");

        assertThat(page.text()).contains("All other devices are signed out.");
        assertThat(page.document().select(".items li")).hasSize(1);
        assertThat(page.text()).doesNotContain("Sign out all other devices");
        assertThat(full.site.isSignedIn(phone)).isFalse();
        assertThat(full.site.isSignedIn(browser)).isTrue();
    }

    @Test
    void the_session_of_another_user_is_not_there() {
        var ann = full.signedIn(ANN);
        var bob = full.signedIn(BOB);
        var id = String.valueOf(sessions(ann).get(0).text("id"));

        var page = full.post(bob, "/sessions", Map.of("do", "end", "id", id));

        assertThat(page.url()).isEqualTo(AUTH + "/account/sessions");
        assertThat(full.site.isSignedIn(ann)).isTrue();
        full.post(bob, "/sessions", Map.of("do", "end-others"));
        assertThat(full.site.isSignedIn(ann)).isTrue();
    }

    @Test
    void a_user_who_ends_this_session_is_signed_out() {
        var browser = full.signedIn(ANN);
        full.open(browser, "/sessions").press("Sign out");
        assertThat(full.site.isSignedIn(browser)).isFalse();
        assertThat(browser.cookie(AUTH, TestSite.SESSION)).isEmpty();

        full.signIn(browser, ANN);
        var id = String.valueOf(sessions(browser).get(0).text("id"));
        var page = full.post(browser, "/sessions", Map.of("do", "end", "id", id));
        assertThat(page.url()).startsWith(AUTH + "/signin");
        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    @Test
    void a_session_of_which_the_store_knows_nothing_else_has_its_end() {
        full.signedIn(ANN);
        full.site.rows.createSession(new AdapterSession(
                "of-auth-js", full.idOf(ANN), full.site.clock.instant().plus(Duration.ofDays(1))));
        var browser = full.browser().setCookie(AUTH, TestSite.SESSION + "=of-auth-js; Path=/; Secure");

        var page = full.open(browser, "/sessions");

        assertThat(page.document().select(".items li").get(0).text())
                .startsWith("Unknown device This device Signed in until Nov 2, 2026");
        full.post(browser, "/sessions", Map.of("do", "end-others"));
        assertThat(sessions(browser)).hasSize(1);
    }

    private String otherId(Browser browser) {
        return sessions(browser).stream()
                .filter(it -> !Boolean.TRUE.equals(it.value("isCurrent")))
                .map(it -> String.valueOf(it.text("id")))
                .findFirst()
                .orElseThrow();
    }

    private List<Claims> sessions(Browser browser) {
        return full.json(browser, "/sessions").get(Claim.list("sessions")).orElseThrow().stream()
                .map(it -> Claims.of((Map<?, ?>) it))
                .toList();
    }
}
