package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.testing.Browser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What another site can make a browser send changes nothing, whatever the form is for. */
class AccountFormsTest {
    private static final Pattern WRITE = Pattern.compile("(create|update|delete|link|unlink|use|take|replace)[A-Z].*");

    private final AtomicReference<AdapterProbe> probe = new AtomicReference<>();
    private final FullSite full = FullSite.over(it -> {
        probe.set(AdapterProbe.on(it));
        return probe.get().adapter();
    });

    /** A form of a page. */
    record Change(String route, Map<String, String> fields) {}

    static Stream<Change> changes() {
        return Stream.of(
                new Change("/signup", Map.of("name", "Bob", "email", BOB, "password", OTHER)),
                new Change("/forgot", Map.of("email", BOB)),
                new Change("/callback/password", Map.of("email", ANN, "password", PASSWORD)),
                new Change("/account/profile", Map.of("name", "Eve")),
                new Change("/account/email", Map.of("do", "change", "email", BOB)),
                new Change("/account/password", Map.of("password", OTHER)),
                new Change("/account/password", Map.of("do", "remove")),
                new Change("/account/security", Map.of("do", "totp")),
                new Change("/account/providers", Map.of("do", "unlink", "provider", "op", "id", "42")),
                new Change("/account/sessions", Map.of("do", "end-others")),
                new Change("/account/data", Map.of("do", "delete", "confirm", ANN)));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void only_a_form_of_the_site_with_the_token_of_the_browser_changes_anything(Change change) {
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);
        full.site.openMail(browser, ANN);
        full.link(browser);
        full.signedIn(ANN);
        var url = AUTH + change.route();
        var right = with(change.fields(), token(browser));
        var foreign = with(change.fields(), token(full.browser()));
        int mails = full.site.inbox.mails().size();

        probe.get().forgetCalls();
        browser.post(url, change.fields());
        browser.post(url, foreign);
        browser.open(url + "?" + Form.encode(right));
        browser.send(Request.post(url, "application/x-www-form-urlencoded", Form.encode(right))
                .header("Sec-Fetch-Site", "cross-site")
                .header("Origin", "https://evil.example"));

        assertThat(writes()).isEmpty();
        assertThat(full.site.inbox.mails()).hasSize(mails);
        browser.post(url, right);
        assertThat(writes()).isNotEmpty();
    }

    private List<String> writes() {
        return probe.get().calls().stream()
                .filter(call -> WRITE.matcher(call).matches())
                .toList();
    }

    private static String token(Browser browser) {
        var page = browser.open(AUTH + "/signin").document();
        return Objects.requireNonNull(page.selectFirst("input[name=csrfToken]")).val();
    }

    private static Map<String, String> with(Map<String, String> fields, String token) {
        var all = new HashMap<>(fields);
        all.put("csrfToken", token);
        return all;
    }
}
