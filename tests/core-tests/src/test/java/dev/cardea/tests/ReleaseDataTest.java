package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.tests.ReleaseData.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An upgrade signs no user out and loses no row: this version reads what each release has left. To record what this version
 * leaves, at each release:
 *
 * <pre>{@code
 * mvn -q -pl tests/core-tests -am test -Dtest=ReleaseDataTest -Dsurefire.failIfNoSpecifiedTests=false -Dcardea.write=release
 * }</pre>
 */
class ReleaseDataTest {
    private static final Path RELEASES = Path.of("src/test/resources/releases");

    @TempDir
    static Path folder;

    /** Of each release, and of this version. */
    static Stream<Arguments> releases() throws IOException, SQLException {
        if ("release".equals(System.getProperty("cardea.write"))) ReleaseData.write(RELEASES.resolve(version()));
        ReleaseData.write(folder);
        try (var releases = Files.list(RELEASES)) {
            var all = Stream.concat(releases.sorted(), Stream.of(folder)).toList();
            return all.stream().flatMap(each -> Stream.of(Kind.values()).map(kind -> Arguments.of(each, kind)));
        }
    }

    @ParameterizedTest(name = "{0}, {1} sessions")
    @MethodSource("releases")
    void a_user_who_was_signed_in_stays_signed_in(Path release, Kind kind) throws Exception {
        var site = kind.site(ReleaseData.load(release));
        ReleaseData.with(site.browser, ReleaseData.read(release, kind), "signedIn");
        assertThat(site.session()).contains("\"name\":\"Ada Lovelace\"", "\"email\":\"ada@example.com\"");
        site.browser.open(APP + "/auth/signout").press("Sign out");
        assertThat(site.session()).isEqualTo("null");
    }

    @ParameterizedTest(name = "{0}, {1} sessions")
    @MethodSource("releases")
    void a_sign_in_that_had_begun_is_completed_and_makes_no_second_user(Path release, Kind kind) throws Exception {
        var database = ReleaseData.load(release);
        var users = ReleaseData.users(database);
        var site = kind.site(database);
        var recorded = ReleaseData.read(release, kind);
        ReleaseData.with(site.browser, recorded, "begun");
        var end = site.browser.open(String.valueOf(recorded.text("authorization")));
        assertThat(end.url()).isEqualTo(APP + "/dash");
        assertThat(site.session()).contains("\"name\":\"Ada Lovelace\"");
        assertThat(site.events).doesNotContain("createUser", "linkAccount");
        assertThat(ReleaseData.users(database)).isEqualTo(users);
    }

    @ParameterizedTest(name = "{0}, {1} sessions")
    @MethodSource("releases")
    void a_link_that_was_sent_signs_in_once(Path release, Kind kind) throws Exception {
        var site = kind.site(ReleaseData.load(release));
        var link = String.valueOf(ReleaseData.read(release, kind).text("link"));
        assertThat(site.browser.open(link).url()).isEqualTo(APP + "/");
        assertThat(site.session()).containsIgnoringCase(kind + "@example.com");
        assertThat(site.anotherBrowser().open(link).url()).contains("error=Verification");
    }

    private static String version() throws IOException {
        var version = Pattern.compile("<artifactId>cardea-parent</artifactId>\\s*<version>(.*?)(-SNAPSHOT)?</")
                .matcher(Files.readString(Path.of("../../pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    @Test
    void the_recorded_releases_are_those_of_the_change_log() throws IOException {
        var text = Files.readString(Path.of("../../CHANGELOG.md"));
        var versions = text.lines()
                .filter(line -> line.matches("## \\d.*"))
                .map(line -> line.replaceAll("^## ([\\d.]+).*", "$1"))
                .sorted()
                .toList();
        try (var releases = Files.list(RELEASES)) {
            List<String> recorded =
                    releases.map(each -> each.getFileName().toString()).sorted().toList();
            assertThat(recorded).isEqualTo(versions);
        }
    }
}
