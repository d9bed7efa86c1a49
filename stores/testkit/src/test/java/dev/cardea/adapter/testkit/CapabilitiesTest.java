package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.ComposedAdapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.Store;
import dev.cardea.observe.StoreOperation;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A capability of stores has a contract, and no place of the library leaves it out. */
class CapabilitiesTest {
    private static final Path SOURCES = Path.of("../../libraries/core/src/main/java/dev/cardea/adapter");

    /** What applications ask of a store, and the library does not. */
    private static final Set<String> OF_APPLICATIONS = Set.of("HealthCheck", "Schema", "StoreLocation");

    private static final InMemoryAdapter STORE = new InMemoryAdapter();

    static Set<Class<? extends Adapter>> capabilities() {
        return Capabilities.of(STORE);
    }

    @Test
    void every_capability_has_a_contract_and_is_one_of_the_store_in_memory() throws IOException {
        try (var files = Files.list(SOURCES)) {
            var declared = files.filter(CapabilitiesTest::isCapability)
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(name -> !OF_APPLICATIONS.contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(capabilities().stream().map(Class::getSimpleName)).containsExactlyInAnyOrderElementsOf(declared);
        }
    }

    private static boolean isCapability(Path file) {
        try {
            return Files.readString(file)
                    .contains("interface " + file.getFileName().toString().replace(".java", "") + " extends Adapter {");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void a_store_that_is_composed_has_each_capability_of_its_parts(Class<? extends Adapter> capability) {
        var composed = ComposedAdapter.of(STORE, new InMemoryAdapter());
        assertThat(composed).isInstanceOf(capability);
        assertThat(new Store(composed, Clock.systemUTC()).has(capability)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("capabilities")
    void each_call_of_the_library_has_a_name_and_maps_its_errors(Class<? extends Adapter> capability) {
        var methods = Stream.of(capability.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .distinct()
                .toList();
        assertThat(Stream.of(StoreOperation.values()).map(StoreOperation::label))
                .containsAll(methods);
        assertThat(Stream.of(Store.class.getMethods()).map(Method::getName)).containsAll(methods);
    }
}
