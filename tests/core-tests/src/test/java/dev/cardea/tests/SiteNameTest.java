package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Request;
import dev.cardea.message.VerificationMail;
import dev.cardea.text.Texts;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What visitors read as the name of the site, on pages and in mails. */
class SiteNameTest {
    @Test
    void pages_and_mails_show_the_name() {
        var site = named("Müller & Söhne");
        assertThat(site.signInPage().text()).contains("Sign in to Müller &amp; Söhne");
        assertThat(page(site, "/auth/verify-request")).contains("Müller &amp; Söhne");
        assertThat(page(site, "/auth/error")).contains("Müller &amp; Söhne");
        var mail = mail(site);
        assertThat(mail.subject()).isEqualTo("Sign in to Müller & Söhne");
        assertThat(mail.text()).startsWith("Sign in to Müller & Söhne\n");
        assertThat(mail.html()).contains("Müller &amp; Söhne").doesNotContain("app.example</");
    }

    @Test
    void without_a_name_they_show_the_host() {
        var site = Site.stored();
        assertThat(site.signInPage().text()).contains("Sign in to app.example");
        assertThat(mail(site).subject()).isEqualTo("Sign in to app.example");
    }

    @Test
    void markup_in_the_name_is_text() {
        var site = named("<img src=x onerror=alert(1)>\"'");
        for (var html : new String[] {
            site.signInPage().text(),
            page(site, "/auth/error"),
            page(site, "/auth/verify-request"),
            mail(site).html()
        }) {
            assertThat(html).contains("&lt;img").doesNotContain("<img src=x");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Acme\r\nBcc: eve@evil.example",
                "Acme\nx",
                "Acme\rx",
                "a\0b",
                "a\u0085b",
                "a\u2028b",
                "\u202eemcA",
                "",
                " ",
                "12345678901234567890123456789012345678901234567890123456789012345"
            })
    void a_name_that_is_not_one_short_line_is_an_error(String name) {
        assertThatThrownBy(() -> named(name))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("siteName must be a name of 1 to 64 characters in one line, such as Acme");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "株式会社サンプル",
                "مثال",
                "👩‍💻 Club",
                "1234567890123456789012345678901234567890123456789012345678901234"
            })
    void a_name_in_any_script_is_accepted(String name) {
        assertThat(named(name).signInPage().text()).contains("Sign in to " + name);
    }

    @Test
    void the_environment_sets_the_name() {
        var site = Site.with(p -> p, config -> config.env(name -> name.equals("AUTH_SITE_NAME") ? "Acme" : null));
        assertThat(site.signInPage().text()).contains("Sign in to Acme");
    }

    private static Site named(String name) {
        return Site.with(p -> p, config -> config.siteName(name));
    }

    private static String page(Site site, String path) {
        return site.auth.handle(Request.get(Site.APP + path)).text();
    }

    private static VerificationMail mail(Site site) {
        site.signInPage()
                .form("Sign in with Email")
                .fill("email", "grace@example.com")
                .submit();
        return VerificationMail.of(site.inbox.last("grace@example.com").orElseThrow(), Texts.DEFAULT, Locale.ENGLISH);
    }
}
