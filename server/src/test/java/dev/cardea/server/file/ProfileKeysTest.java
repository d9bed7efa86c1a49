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
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The key {@code profile} of a provider in the file. */
class ProfileKeysTest {
    private static final String PROFILE =
            "{\"data\":[{\"id\":7}],\"full_name\":null,\"login\":\"ann\",\"a.b\":\"dotted\",\"n\":{\"a.b\":1}}";

    private final Findings findings = new Findings(Path.of("c.yml"));
    private final Source source = new Source(Path.of(""), findings);

    @Test
    void paths_are_those_of_the_library() {
        var mapper = read("{ id: 'data[0].id', name: [full_name, login], email: 'n[\"a.b\"]', image: 'missing?.url' }");
        var user = map(mapper);
        assertThat(user.id()).isEqualTo("7");
        assertThat(user.name()).isEqualTo("ann");
        assertThat(user.claims().value("email")).isEqualTo(1L);
        assertThat(user.image()).isNull();
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
    void an_index_behind_a_dot_is_an_error_of_the_file() {
        read("{ id: data.0.id, image: 'missing?.url' }");
        assertThat(findings.lines()).singleElement().asString().contains("a list index is written [0]");
    }

    @Test
    void no_path_makes_a_user_without_an_id() {
        for (var yaml : List.of("{ id: missing.id }", "{ id: 'missing?.id' }", "{ id: missing }")) {
            var mapper = read(yaml);
            assertThatThrownBy(() -> map(mapper)).as(yaml).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private Mapping read(String yaml) {
        var table = Document.read(yaml, "c.yml", Env.none(), findings).orElseThrow();
        return ProfileKeys.read(new Section(source, "", table));
    }

    private static User map(Mapping mapper) {
        var profile = Profile.of(Json.parseObject(PROFILE, 32));
        var provider = OAuthProvider.oauth("acme", "Acme");
        return mapper.map(profile, TokenSet.of(Claims.NONE), provider, request -> Response.of(404));
    }
}
