package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The module descriptors as they are published. */
class ModulesTest {
    /** The artifacts that are named modules. The others have a stable name in their manifest. */
    private static final Set<String> NAMED = Set.of(
            "cardea-accounts",
            "cardea-adapter-dynamodb",
            "cardea-adapter-jdbc",
            "cardea-adapter-mongodb",
            "cardea-adapter-redis",
            "cardea-attacks",
            "cardea-core",
            "cardea-forward-auth",
            "cardea-hooks",
            "cardea-host-helidon",
            "cardea-host-javalin",
            "cardea-host-jdk",
            "cardea-host-servlet",
            "cardea-host-vertx",
            "cardea-mail",
            "cardea-micrometer",
            "cardea-password",
            "cardea-providers",
            "cardea-recorder",
            "cardea-testing",
            "cardea-token-reader",
            "cardea-webauthn");

    @Test
    void these_artifacts_are_named_modules() {
        var present = NAMED.stream().filter(Modules.ENTRIES::containsKey).collect(Collectors.toSet());
        assertThat(descriptors().keySet()).isEqualTo(present);
    }

    @Test
    void internal_packages_are_exported_to_modules_of_Cardea_only() {
        assertThat(descriptors().values())
                .allSatisfy(module -> assertThat(module.exports())
                        .filteredOn(exports -> isInternal(exports.source()))
                        .allSatisfy(exports -> assertThat(exports.targets())
                                .isNotEmpty()
                                .allMatch(target -> target.startsWith("dev.cardea."))));
    }

    @Test
    void all_other_packages_are_exported_and_none_is_open() {
        descriptors().forEach((artifact, module) -> {
            Set<String> expected = Modules.CLASSES.stream()
                    .filter(type -> Modules.artifactOf(type).equals(artifact))
                    .filter(type -> !Modules.isInternal(type) && !type.getName().equals("module-info"))
                    .map(type -> type.getPackageName())
                    .filter(name -> !Modules.HIDDEN.contains(name))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(module.exports().stream()
                            .filter(exports -> !exports.isQualified())
                            .map(Exports::source))
                    .as(artifact)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(module.opens()).as(artifact).isEmpty();
            assertThat(module.isOpen()).as(artifact).isFalse();
        });
    }

    private static boolean isInternal(String name) {
        return name.startsWith("dev.cardea.internal");
    }

    private static Map<String, ModuleDescriptor> descriptors() {
        Map<String, ModuleDescriptor> found = new TreeMap<>();
        Modules.ENTRIES.forEach((artifact, entry) -> {
            if (hasDescriptor(entry)) found.put(artifact, descriptor(entry));
        });
        return found;
    }

    private static boolean hasDescriptor(Path entry) {
        return !ModuleFinder.of(entry).findAll().isEmpty() && !descriptor(entry).isAutomatic();
    }

    private static ModuleDescriptor descriptor(Path entry) {
        return ModuleFinder.of(entry).findAll().iterator().next().descriptor();
    }
}
