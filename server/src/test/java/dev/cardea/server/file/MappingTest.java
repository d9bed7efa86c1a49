package dev.cardea.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MappingTest {
    private static final String PROFILE =
            "{\"data\":[{\"id\":7}],\"full_name\":null,\"login\":\"ann\",\"a.b\":\"dotted\",\"n\":{\"a.b\":1}}";

    @Test
    void dots_go_into_objects_and_numbers_into_lists() {
        assertThat(mapped("id", "data.0.id")).isEqualTo("7");
        assertThat(mapped("image", "data.1.id")).isNull();
        assertThat(mapped("image", "login.0")).isNull();
    }

    @Test
    void the_first_path_that_leads_to_a_value_counts() {
        assertThat(mapped("name", "full_name", "login")).isEqualTo("ann");
    }

    @Test
    void a_key_may_hold_dots_itself() {
        assertThat(mapped("name", "a.b")).isEqualTo("dotted");
        assertThat(mapped("name", "n.a.b")).isEqualTo(1L);
    }

    private static Object mapped(String field, String... paths) {
        var profile = Profile.of(Json.parseObject(PROFILE, 32));
        return new Mapping(Map.of(field, List.of(paths)))
                .apply(profile, TokenSet.of(Claims.NONE))
                .claims()
                .value(field);
    }
}
