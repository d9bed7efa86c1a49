package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.dev.FileWatch.Looks;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileWatchTest {
    @Test
    void a_file_that_is_being_written_is_reported_once_it_is_whole() {
        var looks = new Looks(List.of("before"));
        assertThat(looks.isChange(List.of("emptied"))).isFalse();
        assertThat(looks.isChange(List.of("whole"))).isFalse();
        assertThat(looks.isChange(List.of("whole"))).isTrue();
        assertThat(looks.isChange(List.of("whole"))).isFalse();
    }

    @Test
    void a_file_that_is_as_before_is_no_change() {
        var looks = new Looks(List.of("before"));
        assertThat(looks.isChange(List.of("emptied"))).isFalse();
        assertThat(looks.isChange(List.of("before"))).isFalse();
        assertThat(looks.isChange(List.of("before"))).isFalse();
    }
}
