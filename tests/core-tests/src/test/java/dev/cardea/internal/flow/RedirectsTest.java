package dev.cardea.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.action.AuthRequest;
import dev.cardea.error.AuthException;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.internal.cookie.AuthCookies;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the browser may be sent, and what it remembers of that. */
class RedirectsTest {
    private static final String APP = "https://app.example";
    private static final String NAME = "__Secure-authjs.callback-url";

    private final Redirects redirects = new Redirects(Callbacks.DEFAULT, "", List.of());

    @Test
    void the_form_field_wins_over_the_query_and_the_query_over_the_cookie() {
        assertThat(url("/field", "/query", "/cookie")).isEqualTo(APP + "/field");
        assertThat(url(null, "/query", "/cookie")).isEqualTo(APP + "/query");
        assertThat(url(null, null, "/cookie")).isEqualTo(APP + "/cookie");
        assertThat(url(null, null, null)).isEqualTo(APP);
    }

    @Test
    void an_empty_address_is_absent() {
        assertThat(url("", "/query", null)).isEqualTo(APP + "/query");
        assertThat(url("", "", "")).isEqualTo(APP);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "dash"})
    void the_address_of_another_site_leads_to_this_one(String wanted) {
        assertThat(URI.create(url(wanted, null, null)).getAuthority()).isEqualTo("app.example");
    }

    @Test
    void the_address_of_an_allowed_origin_leads_there_unless_the_application_decides() {
        var allowed = List.of("https://spa.example");
        var open = new Redirects(Callbacks.DEFAULT, "", allowed);
        assertThat(open.ask("https://spa.example/notes?a=b", APP)).isEqualTo("https://spa.example/notes?a=b");
        for (var other :
                List.of("https://spa.example.evil.example/", "https://x.spa.example/", "http://spa.example/")) {
            assertThat(open.ask(other, APP)).isEqualTo(APP);
        }
        var decides = new Redirects(Callbacks.DEFAULT.redirect(params -> params.baseUrl() + "/own"), "", allowed);
        assertThat(decides.ask("https://spa.example/notes", APP)).isEqualTo(APP + "/own");
    }

    @Test
    void a_visitor_without_a_destination_ends_where_the_site_begins() {
        var below = new Redirects(Callbacks.DEFAULT, "/app", List.of());
        assertThat(below.ask("https://evil.example/", APP)).isEqualTo(APP + "/app");
        assertThat(below.ask("/app/notes", APP)).isEqualTo(APP + "/app/notes");
    }

    @Test
    void an_invalid_address_does_not_fall_back_to_one_that_was_not_asked_for() {
        assertThat(url("/a b\n", null, "/cookie")).isEqualTo(APP);
    }

    @Test
    void an_address_is_remembered_when_it_changes_and_only_then() {
        assertThat(found("/dash", null, null).cookies())
                .singleElement()
                .satisfies(cookie -> assertThat(cookie.name()).isEqualTo(NAME))
                .extracting(Cookie::value)
                .isEqualTo(APP + "/dash");
        assertThat(found("/dash", null, APP + "/dash").cookies()).isEmpty();
    }

    @Test
    void an_address_of_2048_characters_is_remembered_and_a_longer_one_leads_to_the_site() {
        var longest = "/" + "a".repeat(Redirects.MAX_REMEMBERED - "%2F".length());
        assertThat(url(longest, null, null)).isEqualTo(APP + longest);
        assertThat(url(longest + "a", null, null)).isEqualTo(APP);
    }

    @Test
    void the_length_counts_as_the_cookie_holds_it() {
        assertThat(url("/" + "é".repeat(340), null, null)).contains("é");
        assertThat(url("/" + "é".repeat(345), null, null)).isEqualTo(APP);
    }

    @Test
    void a_redirect_callback_that_returns_nothing_is_the_developers_error() {
        for (var nothing : new String[] {null, ""}) {
            var wrong = new Redirects(Callbacks.DEFAULT.redirect(params -> nothing), "", List.of());
            assertThatThrownBy(() -> wrong.ask("/dash", APP))
                    .isInstanceOf(AuthException.class)
                    .hasMessageContaining("redirect callback returned nothing");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/dash, https://app.example/dash",
        "https://other.example/x, https://other.example/x",
        "/größe, https://app.example/gr%C3%B6%C3%9Fe"
    })
    void a_location_is_absolute_and_in_ASCII(String url, String location) {
        assertThat(Redirects.location(url, APP)).isEqualTo(location);
    }

    @Test
    void a_location_never_breaks_the_line() {
        assertThatThrownBy(() -> Redirects.location("/a\r\nSet-Cookie: x=y", APP))
                .isInstanceOf(AuthException.class);
    }

    @Test
    void a_parameter_is_added_to_a_page_with_and_without_a_query() {
        var parameter = Redirects.parameter("callbackUrl", "/a?b=c&d");
        assertThat(Redirects.page("/welcome", APP, parameter)).isEqualTo(APP + "/welcome?callbackUrl=%2Fa%3Fb%3Dc%26d");
        assertThat(Redirects.page("/welcome?x=1", APP, parameter))
                .isEqualTo(APP + "/welcome?x=1&callbackUrl=%2Fa%3Fb%3Dc%26d");
        assertThat(Redirects.page("/welcome", APP, "")).isEqualTo(APP + "/welcome");
    }

    private String url(@Nullable String field, @Nullable String query, @Nullable String cookie) {
        return found(field, query, cookie).url();
    }

    private Redirects.CallbackUrl found(@Nullable String field, @Nullable String query, @Nullable String cookie) {
        var url = APP + "/auth/signin/op" + (query == null ? "" : "?" + Redirects.parameter("callbackUrl", query));
        var form = field == null ? "" : Form.encode(Map.of("callbackUrl", field));
        var request = Request.post(url, "application/x-www-form-urlencoded", form);
        if (cookie != null) request = request.header("cookie", NAME + "=" + Form.encodeComponent(cookie));
        return redirects.callbackUrl(AuthRequest.parse(request, APP, "/auth"), new AuthCookies(true, Map.of()));
    }
}
