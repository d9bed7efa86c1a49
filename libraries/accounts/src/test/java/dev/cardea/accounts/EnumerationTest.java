package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a visitor who has not proven a mailbox can learn about it: nothing. */
class EnumerationTest {
    /** A sealed value, and the reference of an error. */
    private static final Pattern RANDOM = Pattern.compile("[A-Za-z0-9_.%|-]{60,}|(?<![A-Za-z0-9])[0-9a-f]{16}");

    /** Of the same length, because sealed values have the length of their content. */
    private static final List<String> STATES = List.of(
            "unknown.@example.com",
            "password@example.com",
            "bymailed@example.com",
            "unverify@example.com",
            "provider@example.com",
            "removed.@example.com");

    @ParameterizedTest
    @CsvSource({"/signup, 302", "/forgot, 302", "/callback/password, 302", "/signin/mail, 302"})
    void every_state_of_an_account_gets_the_same_bytes_and_asks_the_store_the_same(String route, int status) {
        var probed = ProbedSite.standard();
        var site = probed.site();
        site.newUser("password@example.com", PASSWORD);
        site.forgot(site.browser(), "bymailed@example.com");
        site.rows.createUser(
                User.of(Claims.of("email", "bymailed@example.com").with("emailVerified", site.clock.instant())));
        site.rows.createUser(User.of(Claims.of("email", "unverify@example.com")));
        var user = site.rows.createUser(User.of(Claims.of("email", "provider@example.com")));
        site.rows.linkAccount(Account.of("github", "1", ProviderType.OAUTH).with("userId", user.id()));
        var removed = site.newUser("removed.@example.com", PASSWORD);
        removed.open(AUTH + "/account/password").press("Remove password").press("Remove password");
        site.inbox.clear();

        var answers = new LinkedHashMap<String, String>();
        var calls = new LinkedHashMap<String, List<String>>();
        for (var email : STATES) {
            var browser = site.browser();
            var csrf = browser.open(AUTH + "/signin")
                    .document()
                    .selectFirst("input[name=csrfToken]")
                    .val();
            calls.put(email, probed.calls(() -> answers.put(email, masked(post(browser, route, csrf, email), email))));
        }

        assertThat(answers.values()).allMatch(it -> it.startsWith(status + "\n"));
        assertThat(answers.values().stream().distinct().toList()).hasSize(1);
        assertThat(calls.values().stream().distinct().toList()).hasSize(1);
        boolean isSent = !route.equals("/callback/password");
        assertThat(site.inbox.mails()).hasSize(isSent ? STATES.size() : 0);
    }

    private static String masked(String value) {
        return RANDOM.matcher(value).replaceAll(random -> random.group().length() + " RANDOM");
    }

    private static Response post(Browser browser, String route, String csrf, String email) {
        var fields = Form.encode(new TreeMap<>(Map.of("csrfToken", csrf, "email", email, "password", OTHER)));
        return browser.send(Request.of("POST", AUTH + route)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", TestSite.URL)
                .body(fields));
    }

    /** The whole response, with the length of each random and sealed value in its place. */
    private static String masked(Response response, String email) {
        var headers = response.headers().fields().stream()
                .map(it -> it.name() + ": " + masked(it.value()))
                .collect(Collectors.joining("\n"));
        return (response.status() + "\n" + headers + "\n\n" + response.text()).replace(email, "EMAIL");
    }
}
