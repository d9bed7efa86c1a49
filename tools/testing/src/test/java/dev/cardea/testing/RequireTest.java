package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

@Tag("part")
class RequireTest {
    @Test
    void a_present_part_lets_the_test_continue() {
        assertThatCode(() -> Require.part("moon", () -> true, "all")).doesNotThrowAnyException();
    }

    @Test
    void a_missing_part_skips_the_test_by_its_name() {
        assertThatThrownBy(() -> Require.part("moon", () -> false, ""))
                .isInstanceOf(TestAbortedException.class)
                .hasMessage("moon is missing");
    }

    @Test
    void the_reason_of_a_check_that_throws_is_reported() {
        assertThatThrownBy(() -> Require.part("moon", () -> unreachable(), ""))
                .isInstanceOf(TestAbortedException.class)
                .hasMessageContaining("moon is missing")
                .hasMessageContaining("no rocket");
    }

    @Test
    void all_turns_the_skip_into_a_failure() {
        assertThatThrownBy(() -> Require.part("moon", () -> false, "all"))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessage("moon is missing, and cardea.require=all asks for it");
    }

    @Test
    void only_the_named_parts_are_required() {
        assertThatThrownBy(() -> Require.part("moon", () -> false, "sun, moon"))
                .isInstanceOf(AssertionFailedError.class);
        assertThatThrownBy(() -> Require.part("moon", () -> false, "sun,moonlight"))
                .isInstanceOf(TestAbortedException.class);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_program_is_found_on_the_path() {
        assertThat(Require.program("sh")).isExecutable();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_program_for_administrators_is_found_without_the_path() {
        assertThat(Require.program("chroot", null)).hasValue(Path.of("/usr/sbin/chroot"));
        assertThat(Require.program("chroot", "/usr/local/bin:/usr/bin")).isPresent();
        assertThat(Require.program("chroot", "/opt/bare")).isEmpty();
        assertThat(Require.program("no-such-program", "/usr/bin")).isEmpty();
    }

    private static boolean unreachable() throws IOException {
        throw new IOException("no rocket");
    }
}
