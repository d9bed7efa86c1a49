package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Admission;
import dev.cardea.config.PagesOptions;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sign-in page of the application in a site of which every page is protected. */
class SignInPageTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/login",
                "/login/",
                "/login?style=dark",
                "/login/?style=dark#form",
                "/sign%20in",
                "/größe",
                APP + "/login",
                APP + "/login?style=dark"
            })
    void the_page_that_visitors_are_sent_to_is_shown(String page) {
        var site = Site.with(p -> p, c -> c.pages(PagesOptions.NONE.signIn(page)));
        var sent = refusal(site, APP + "/private?a=b").orElseThrow();
        assertThat(sent.status()).isEqualTo(302);

        assertThat(refusal(site, sent.header("Location").orElseThrow())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/login?style=dark, /login/x",
        "/login?style=dark, /log",
        "/login, /x/../login",
        "/login, /%252Flogin",
        "/login, /login;x",
        "https://accounts.example/login, /login"
    })
    void no_other_page_is_open(String page, String other) {
        var site = Site.with(p -> p, c -> c.pages(PagesOptions.NONE.signIn(page)));

        assertThat(refusal(site, APP + other)).isPresent();
    }

    private static Optional<Response> refusal(Site site, String url) {
        var request = Request.get(url).header("accept", "text/html");
        return site.auth.guard("/*").admit(request, request.path()) instanceof Admission.Denial denial
                ? Optional.of(denial.response())
                : Optional.empty();
    }
}
