package dev.cardea.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvTest {
    @Test
    void the_secret_with_the_highest_number_comes_first() {
        var all = new LinkedHashMap<String, String>();
        Env.SECRETS.forEach(name -> all.put(name, "of " + name));
        assertThat(Env.of(all).secrets())
                .containsExactly("of AUTH_SECRET_3", "of AUTH_SECRET_2", "of AUTH_SECRET_1", "of AUTH_SECRET");
    }

    @Test
    void the_older_name_of_the_secret_counts_only_where_the_newer_is_not_set() {
        assertThat(Env.of(Map.of("NEXTAUTH_SECRET", "old", "AUTH_SECRET_2", "new"))
                        .secrets())
                .containsExactly("new", "old");
        assertThat(Env.of(Map.of("NEXTAUTH_SECRET", "old", "AUTH_SECRET", " ")).secrets())
                .containsExactly("old");
    }

    @Test
    void without_a_variable_there_is_no_secret() {
        assertThat(Env.none().secrets()).isEmpty();
    }
}
