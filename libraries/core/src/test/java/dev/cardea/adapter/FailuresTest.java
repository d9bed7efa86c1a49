package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The four types of failures that adapters report, and the Javadoc that promises them. */
class FailuresTest {
    private static final List<Class<? extends Adapter>> CAPABILITIES = List.of(
            UserAdapter.class,
            SessionAdapter.class,
            VerificationTokenAdapter.class,
            AuthenticatorAdapter.class,
            AccountUpdates.class,
            AccountIndex.class,
            UserIndex.class,
            UnitOfWork.class,
            UserLocks.class,
            SessionIndex.class,
            UsedTokens.class,
            PasskeyRecords.class,
            PasskeySignIns.class);
    private static final Pattern METHOD =
            Pattern.compile("(/\\*\\*(?:(?!\\*/).)*\\*/)?\\s*(?:<T> )?[\\w<>]+ (\\w+)\\([^)]*\\);", Pattern.DOTALL);

    private final DriverFailures<UncheckedIOException> failures = new DriverFailures<>(
            "The store",
            UncheckedIOException.class,
            e -> "away".equals(e.getCause().getMessage()));

    @Test
    void every_method_of_a_capability_names_its_exceptions() throws Exception {
        var silent = new ArrayList<String>();
        for (var capability : CAPABILITIES) {
            var source = Path.of(
                    "../../libraries/core/src/main/java", capability.getName().replace('.', '/') + ".java");
            var methods = METHOD.matcher(Files.readString(source));
            int found = 0;
            while (methods.find()) {
                found++;
                if (methods.group(1) == null || !methods.group(1).contains("@throws StoreUnavailableException")) {
                    silent.add(capability.getSimpleName() + "." + methods.group(2));
                }
            }
            assertThat(found).as(capability.getSimpleName()).isEqualTo(capability.getDeclaredMethods().length);
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void a_driver_that_cannot_reach_its_store_is_reported_as_unavailable() {
        var cause = failure("away");
        assertThatThrownBy(() -> failures.translate(() -> {
                    throw cause;
                }))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage("The store cannot be reached")
                .hasCause(cause);
    }

    @Test
    void other_failures_of_a_driver_and_of_others_stay_as_they_are() {
        for (var failure : List.of(failure("no"), new IllegalStateException("away"))) {
            assertThatThrownBy(() -> failures.translate(() -> {
                        throw failure;
                    }))
                    .isSameAs(failure);
        }
        assertThat(failures.translate(() -> "answer")).isEqualTo("answer");
    }

    @Test
    void only_a_duplicate_and_a_conflict_are_worth_another_try() {
        assertThat(new DuplicateKeyException("taken", null)).isInstanceOf(StoreConflictException.class);
        assertThat(new RowNotFoundException("gone", null)).isNotInstanceOf(StoreConflictException.class);
        assertThat(new StoreUnavailableException("away", null)).isNotInstanceOf(StoreConflictException.class);
    }

    private static UncheckedIOException failure(String message) {
        return new UncheckedIOException(new IOException(message));
    }
}
