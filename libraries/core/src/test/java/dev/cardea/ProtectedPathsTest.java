package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("changes the language of the process")
class ProtectedPathsTest {
    private final ProtectedPaths guarded = ProtectedPaths.of("/account", "/admin/*", "/größe/*");

    @ParameterizedTest
    @ValueSource(strings = {"/account", "/account/", "/admin", "/admin/", "/admin/x", "/admin/x/y.html", "/größe/1"})
    void a_pattern_covers_its_page_and_with_a_star_all_below(String path) {
        assertThat(guarded.cover(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "",
                "*",
                "/accounts",
                "/account/x",
                "/administrator",
                "/x/admin",
                "/groesse/1",
                "/%41ccounts"
            })
    void paths_that_are_not_protected_are_free(String path) {
        assertThat(guarded.cover(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//admin/x",
                "/./admin/x",
                "/x/../admin/x",
                "/x/..;/admin/x",
                "/x;a=b/..;c/admin/x",
                "/../../admin",
                "/admin;jsessionid=1",
                "/admin;/x",
                "/admin/../admin/x",
                "/%61dmin/x",
                "/%2561dmin/x",
                "/%u0061dmin/x",
                "/%25u0061dmin/x",
                "/x%u002f..%u002fadmin",
                "/admin%2fx",
                "/admin%2Fx",
                "/%2e%2e/admin",
                "/x/%2e%2e/admin",
                "/x%2f..%2fadmin",
                "/x%2f%252e%252e%252fadmin",
                "/x\\..\\admin",
                "/x%5c..%5cadmin",
                "/ADMIN/x",
                "/Admin",
                "/adm\u0131n",
                "/admin%00",
                "/admin%0a",
                "/admin%20",
                "/adm\u0000in/x",
                "/admin/../public",
                "/gr%C3%B6%C3%9Fe/1",
                "/GR%C3%96%C3%9FE/1",
                "/%25252525252561dmin"
            })
    void whatever_a_router_may_make_of_a_path_is_covered(String path) {
        assertThat(guarded.cover(path)).isTrue();
    }

    @Test
    void one_covered_reading_is_enough() {
        assertThat(guarded.cover("/x", "/admin")).isTrue();
        assertThat(guarded.cover("/x", "/y")).isFalse();
        assertThat(ProtectedPaths.of().cover("/admin")).isFalse();
        assertThat(ProtectedPaths.of("/*").cover("/")).isTrue();
        assertThat(ProtectedPaths.of("/*").cover("")).isTrue();
    }

    @Test
    void in_a_country_with_another_i_the_same_is_covered() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));
            assertThat(ProtectedPaths.of("/ADMIN/*").cover("/admin/x")).isTrue();
            assertThat(guarded.cover("/ADMIN/x")).isTrue();
        } finally {
            Locale.setDefault(before);
        }
    }

    /** Each pattern on the left would leave a spelling of its page open. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/caf%C3%A9/*     | write it decoded: /café/*",
                "/%61dmin         | write it decoded: /admin",
                "/a%2fb           | write it decoded: /a/b",
                "/100%            | no white space and none of",
                "/admin/          | write it without its last slash",
                "/admin/x/        | write it without its last slash",
                "/admin;v=1       | no white space and none of",
                "/admin;v=1/*     | no white space and none of",
                "/open/..;/admin  | no white space and none of",
                "/admin?x=1       | no white space and none of",
                "/admin#top       | no white space and none of",
                "/ad min          | no white space and none of",
                "/admin\\x         | no white space and none of",
                "//admin          | without empty segments and dots",
                "/a//b/*          | without empty segments and dots",
                "/./admin         | without empty segments and dots",
                "/x/../admin      | without empty segments and dots",
                "/admin/..        | without empty segments and dots",
                "/..              | without empty segments and dots",
                "/../*            | without empty segments and dots"
            })
    void a_pattern_that_cannot_be_protected_is_rejected_with_a_remedy(String pattern, String remedy) {
        assertThatThrownBy(() -> ProtectedPaths.of(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(pattern)
                .hasMessageContaining(remedy);
    }

    @Test
    void letters_of_any_script_are_kept_in_every_spelling() {
        var paths = ProtectedPaths.of("/café/*", "/.well-known/x", "/a..b", "/");
        for (var path :
                new String[] {"/caf%C3%A9/x", "/ca%66%C3%A9/x", "/CAF%c3%89/x", "/café", "/.well-known/x", "/a..b", "/"
                }) {
            assertThat(paths.cover(path)).as(path).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "admin", "*", "/*/admin", "/admin*", "/admin/**", "*.html"})
    void an_invalid_pattern_is_rejected(String pattern) {
        assertThatThrownBy(() -> ProtectedPaths.of(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    private final ProtectedPaths open = ProtectedPaths.of("/", "/about", "/docs/*", "/größe/*");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/about",
                "/about/",
                "/docs",
                "/docs/",
                "/docs/x",
                "/docs//x",
                "/docs/./x",
                "/docs/a%20b",
                "/docs/%7Ex",
                "/docs/x;y",
                "/docs/a%2fb",
                "/gr%C3%B6%c3%9fe/1",
                "/größe/%C3%B6"
            })
    void a_page_is_covered_in_every_reading_if_all_of_them_lead_to_it(String path) {
        assertThat(open.coverEveryReading(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "/x",
                "/ABOUT",
                "/%61bout",
                "/about;x",
                "/about%20",
                "/about%3fx",
                "/about%23x",
                "/Docs/x",
                "//docs/x",
                "/./docs/x",
                "/docs;a/x",
                "/docs%2fx",
                "/x/../docs/y",
                "/docs/../x",
                "/docs/../docs/x",
                "/docs/..;/x",
                "/docs/%2e%2e/x",
                "/docs/..%2fx",
                "/docs/%252e%252e%252fx",
                "/docs/.%09./x",
                "/docs/. ./x",
                "/docs/x\\..\\..\\y",
                "/docs/x%5cy",
                "/docs/x%00",
                "/docs/%u002e%u002e/x",
                "/docs/%ud800",
                "/docs/%ff",
                "/docs/%c0%ae%c0%ae/x",
                "/docs/%25252525252e"
            })
    void one_reading_that_leads_elsewhere_is_enough_to_be_uncovered(String path) {
        assertThat(open.coverEveryReading(path)).isFalse();
    }

    @Test
    void without_patterns_no_reading_is_covered() {
        assertThat(ProtectedPaths.of().coverEveryReading("/")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/account%3fx", "/account%23x", "/account%253fx", "/admin%3f"})
    void an_encoded_question_mark_may_end_the_path_of_a_router(String path) {
        assertThat(guarded.cover(path)).isTrue();
    }
}
