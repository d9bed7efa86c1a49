package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.config.Env;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.Mapping;
import dev.cardea.server.log.LoggedLines;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The key {@code profile} of a provider in the file. */
@ResourceLock(value = LoggedLines.SERVER, mode = ResourceAccessMode.READ)
class ProfileKeysTest {
    private static final String PROFILE =
            "{\"data\":[{\"id\":7}],\"full_name\":null,\"login\":\"ann\",\"a.b\":\"dotted\",\"n\":{\"a.b\":1}}";

    private final Findings findings = new Findings(Path.of("c.yml"));
    private final Source source = new Source(Path.of(""), findings);

    @Test
    void paths_are_those_of_the_library() {
        var mapper = read("{ id: 'data[0].id', name: [full_name, login], email: 'n[\"a.b\"]', image: 'missing?.url' }");
        assertThat(mapper).isInstanceOf(Mapping.class);
        var user = map(mapper);
        assertThat(user.id()).isEqualTo("7");
        assertThat(user.name()).isEqualTo("ann");
        assertThat(user.claims().value("email")).isEqualTo(1L);
        assertThat(user.image()).isNull();
        assertThat(source.advice()).isEmpty();
    }

    @Test
    void a_missing_part_ends_the_sign_in_as_in_the_library() {
        var mapper = read("{ id: 'data[0].id', image: missing.url }");
        assertThatThrownBy(() -> map(mapper)).hasMessage("the profile has no missing");
    }

    @Test
    void a_malformed_path_is_an_error_of_the_file() {
        read("{ id: 'data[0', name: login }");
        assertThat(findings.lines())
                .singleElement()
                .asString()
                .startsWith(
                        "c.yml:1: key \"id\" has a path that cannot be read: the path \"data[0\": a bracket is not");
    }

    @Test
    void a_mapping_without_an_id_is_an_error_of_the_file() {
        read("{ name: login }");
        assertThat(findings.lines()).singleElement().asString().contains("key \"id\" is missing: the path to a value");
    }

    @Test
    void the_former_notation_of_an_index_is_read_with_advice_for_one_release() {
        var user = map(read("{ id: data.0.id, name: login, image: data.1.id, email: a.b }"));
        assertThat(user.id()).isEqualTo("7");
        assertThat(user.image()).isNull();
        assertThat(user.email()).isEqualTo("dotted");
        assertThat(source.advice())
                .containsExactly(
                        ": \"data.0.id\" is the old notation; write data[0].id, and ?. before a part that may "
                                + "be missing; cardea config --upgrade FILE rewrites it",
                        ": \"data.1.id\" is the old notation; write data[1].id, and ?. before a part that may "
                                + "be missing; cardea config --upgrade FILE rewrites it");
    }

    @Test
    void both_notations_in_one_mapping_are_an_error_of_the_file() {
        read("{ id: data.0.id, image: 'missing?.url' }");
        assertThat(findings.lines()).singleElement().asString().contains("a list index is written [0]");
    }

    @Test
    void a_missing_part_is_skipped_with_one_warning_where_the_notation_may_be_the_former() {
        var mapper = read("{ id: login, image: missing.url, name: n.a.b }");
        var warnings = warnings(() -> {
            assertThat(map(mapper).id()).isEqualTo("ann");
            assertThat(map(mapper).image()).isNull();
            assertThat(map(mapper).claims().value("name")).isEqualTo(1L);
        });
        assertThat(warnings).singleElement().asString().contains("the profile has no ", "write ?. before a part");
        assertThat(source.advice()).isEmpty();
    }

    @Test
    void no_notation_makes_a_user_without_an_id() {
        for (var yaml :
                List.of("{ id: missing.id }", "{ id: data.3.id }", "{ id: 'missing?.id' }", "{ id: missing }")) {
            var mapper = read(yaml);
            assertThatThrownBy(() -> map(mapper)).as(yaml).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private OAuthProvider.ProfileMapper read(String yaml) {
        var table = Document.read(yaml, "c.yml", Env.none(), findings).orElseThrow();
        return ProfileKeys.read(new Section(source, "", table));
    }

    private static User map(OAuthProvider.ProfileMapper mapper) {
        var profile = Profile.of(Json.parseObject(PROFILE, 32));
        var provider = OAuthProvider.oauth("acme", "Acme");
        return mapper.map(profile, TokenSet.of(Claims.NONE), provider, request -> Response.of(404));
    }

    private static List<String> warnings(Runnable action) {
        try (var log = LoggedLines.of(LoggedLines.SERVER)) {
            action.run();
            return log.lines();
        }
    }
}
