package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsTest {
    @Test
    void the_newest_comes_first() {
        var secrets = Secrets.of("new", "old", "older");
        assertThat(secrets.newest()).isEqualTo("new");
        assertThat(secrets.all()).containsExactly("new", "old", "older");
        assertThat(secrets.joined()).isEqualTo("new,old,older");
    }

    @Test
    void hash_suffixes_from_before_and_during_a_rotation_are_listed() {
        assertThat(Secrets.of("a").hashSuffixes()).containsExactly("a");
        assertThat(Secrets.of("a", "b").hashSuffixes()).containsExactly("a,b", "a", "b", "b,a");
        assertThat(Secrets.of("a", "b", "c").hashSuffixes()).containsExactly("a,b,c", "a", "b", "c", "b,c", "b,a,c");
        assertThat(Secrets.of("a", "a").hashSuffixes()).containsExactly("a,a", "a");
    }

    @Test
    void an_empty_list_or_secret_is_rejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Secrets.of(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> Secrets.of(""));
        assertThatIllegalArgumentException().isThrownBy(() -> Secrets.of("a", ""));
    }

    @Test
    void later_changes_to_the_list_have_no_effect() {
        var list = new ArrayList<>(List.of("a"));
        var secrets = Secrets.of(list);
        list.set(0, "b");
        assertThat(secrets.newest()).isEqualTo("a");
        assertThat(secrets.all()).isUnmodifiable();
        assertThat(secrets.hashSuffixes()).isUnmodifiable();
    }
}
