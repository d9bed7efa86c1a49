package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The question before a change that can't be undone. */
class QuestionTest {
    private enum Change {
        PASSKEY("/passkeys", "Delete", "Delete this passkey?", "Passkey Added just now"),
        PROVIDER("/providers", "Unlink", "Unlink Demo ID?", "Demo ID Linked"),
        DEVICES("/sessions", "Sign out all other devices", "Sign out all other devices?", "Safari · iPhone Last used");

        final String page;
        final String button;
        final String question;
        final String gone;

        Change(String page, String button, String question, String gone) {
            this.page = page;
            this.button = button;
            this.question = question;
            this.gone = gone;
        }
    }

    private final FullSite full = FullSite.standard();

    @ParameterizedTest
    @EnumSource
    void a_page_says_what_goes_and_nothing_is_changed_before_the_answer(Change change) throws Exception {
        var phone = phone();
        var browser = userWithEverything();

        var asked = full.open(browser, change.page).press(change.button);

        assertThat(asked.status()).isEqualTo(200);
        assertThat(asked.document().title()).isEqualTo(change.question);
        assertThat(asked.document().select("h1").text()).isEqualTo(change.question);
        assertThat(asked.document().select(".items li").text()).startsWith(change.gone);
        assertThat(asked.document().select(".items button, .items summary")).isEmpty();
        assertThat(asked.document().select(".decision a").attr("href")).isEqualTo(AUTH + "/account" + change.page);
        assertNothingChanged(browser, phone);
        assertThat(answer(asked).url()).startsWith(AUTH + "/account" + change.page + "?notice=");
        assertThat(full.site.isSignedIn(phone)).isFalse();
    }

    @Test
    void the_page_of_the_password_asks_as_well() {
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);
        full.site.openMail(browser, ANN);

        var asked = full.open(browser, "/password").press("Remove password");

        assertThat(asked.document().select("h1").text()).isEqualTo("Remove your password?");
        assertThat(asked.document().select(".items")).isEmpty();
        assertThat(full.site.hash(ANN)).isPresent();
        assertThat(answer(asked).url()).isEqualTo(AUTH + "/account/password?notice=removed");
        assertThat(full.site.hash(ANN)).isEmpty();
    }

    @Test
    void a_page_of_the_application_asks_in_its_own_way() {
        var own = FullSite.with(it -> it.extension(TestSite.accounts().pages(AccountPages.NONE.account("/me"))));
        var phone = own.signedIn(ANN);
        var browser = own.signedIn(ANN);

        var ended = own.post(browser, "/sessions", Map.of("do", "end-others"));

        assertThat(ended.url()).isEqualTo(URL + "/me/sessions?notice=sessions-ended");
        assertThat(own.site.isSignedIn(phone)).isFalse();
    }

    @Test
    void the_answer_needs_a_proof_of_the_last_10_minutes_as_the_change_does() throws Exception {
        var browser = userWithEverything();
        var asked = full.open(browser, "/passkeys").press("Delete");
        full.advance(Duration.ofMinutes(11));

        assertThat(answer(asked).url()).startsWith(AUTH + "/reauth");
        assertThat(full.accounts(ANN)).isEqualTo(2);
    }

    private Browser phone() {
        var agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
        return full.signIn(full.browser(agent), ANN);
    }

    private Browser userWithEverything() throws Exception {
        var browser = full.signedIn(ANN);
        full.link(browser);
        full.addPasskey(browser);
        return browser;
    }

    private static Page answer(Page asked) {
        return asked.press(asked.document().select(".decision button").text());
    }

    private void assertNothingChanged(Browser browser, Browser phone) {
        assertThat(full.accounts(ANN)).isEqualTo(2);
        assertThat(full.site.isSignedIn(phone)).isTrue();
        assertThat(full.open(browser, "/passkeys").document().select(".items li"))
                .hasSize(1);
    }
}
