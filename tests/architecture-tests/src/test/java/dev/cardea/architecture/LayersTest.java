package dev.cardea.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.cardea.architecture.Modules.CLASSES;
import static dev.cardea.architecture.Modules.packageOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The picture of docs/architecture.md: imports point down. */
class LayersTest {
    /** From the bottom to the top. A package may import packages of the same layer and of the layers below. */
    private static final List<Pattern> LAYERS = List.of(
            packages("json", "http", "jose", "token"),
            packages(
                    "model",
                    "provider",
                    "adapter",
                    "hook",
                    "error",
                    "limit",
                    "text",
                    "config",
                    "cookies",
                    "action",
                    "message",
                    "module",
                    "bridge",
                    "observe",
                    "webauthn.spi"),
            packages(
                    "internal.net",
                    "internal.observe",
                    "internal.origin",
                    "internal.limit",
                    "internal.cookie",
                    "internal.oauth"),
            packages("internal.method", "internal.method.*", "internal.session", "internal.page"),
            packages("internal.flow"),
            packages("internal.config", "internal.engine"),
            Pattern.compile("dev\\.cardea"),
            packages(
                    "mail",
                    "providers",
                    "providers.catalog",
                    "recorder",
                    "password",
                    "hooks",
                    "micrometer",
                    "micrometer.tracing",
                    "attacks",
                    "forward",
                    "accounts",
                    "accounts.factor",
                    "webauthn",
                    "testing",
                    "testing.replay",
                    "dev",
                    "dev.spring",
                    "adapter.*",
                    "host.*",
                    "server",
                    "server.*"));

    @Test
    void packages_form_no_cycle() {
        slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(CLASSES);
    }

    /** A class is in a cycle if it reaches itself by way of another source file. */
    @Test
    void classes_form_no_cycle() {
        var files = new ClassDependencies(CLASSES, type -> !Modules.isGenerated(type));
        FrozenViolations.check("cycle", files.inCycles());
    }

    @Test
    void every_package_has_a_layer() {
        assertThat(CLASSES.stream().map(Modules::packageOf).distinct()).allMatch(name -> layer(name) >= 0);
    }

    @Test
    void imports_point_down() {
        FrozenViolations.check("layers", arrows((from, to) -> layer(from) < layer(to)));
    }

    @Test
    void sign_in_methods_do_not_import_each_other() {
        assertThat(arrows((from, to) -> isIn(from, "internal.method.") && isIn(to, "internal.method.")))
                .isEmpty();
    }

    @Test
    void adapters_import_only_what_stores_are_written_with() {
        var allowed =
                Set.of("adapter", "model", "json", "http", "jose", "token", "limit", "config", "error", "observe");
        assertThat(arrows((from, to) -> isAdapter(from) && !allowed.contains(to.replace("dev.cardea.", ""))))
                .isEmpty();
    }

    @Test
    void framework_integrations_import_no_internal_package_and_no_other_store_than_that_of_the_starter() {
        assertThat(arrows((from, to) ->
                        isHost(from) && (isIn(to, "internal.") || isIn(to, "adapter.") || isIn(to, "server"))))
                .containsExactlyInAnyOrder("dev.cardea.host.spring -> dev.cardea.adapter.jdbc");
    }

    @Test
    void libraries_beside_the_core_do_not_import_what_applications_call() {
        var libraries = Set.of(
                "mail",
                "providers",
                "providers.catalog",
                "password",
                "hooks",
                "micrometer",
                "micrometer.tracing",
                "attacks",
                "webauthn",
                "testing");
        assertThat(arrows((from, to) -> libraries.contains(from.replace("dev.cardea.", "")) && to.equals("dev.cardea")))
                .isEmpty();
    }

    @Test
    void only_the_server_imports_the_catalogue_of_providers() {
        assertThat(arrows((from, to) -> to.equals("dev.cardea.providers.catalog")))
                .containsExactly("dev.cardea.server.file -> dev.cardea.providers.catalog");
    }

    @Test
    void only_the_core_imports_internal_packages() {
        FrozenViolations.check(
                "internal",
                CLASSES.stream()
                        .filter(type -> !Modules.artifactOf(type).equals("cardea-core"))
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .map(Dependency::getTargetClass)
                        .filter(Modules::isInternal)
                        .collect(Collectors.toMap(type -> type, type -> type, (a, b) -> a))
                        .keySet()
                        .stream()
                        .map(JavaClass::getName)
                        .toList());
    }

    private static boolean isAdapter(String name) {
        return isIn(name, "adapter.") && !name.endsWith(".testkit");
    }

    private static boolean isHost(String name) {
        return isIn(name, "host.") && !name.endsWith(".testkit");
    }

    private static boolean isIn(String name, String prefix) {
        return name.startsWith("dev.cardea." + prefix);
    }

    private static Set<String> arrows(BiPredicate<String, String> wrong) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                if (!Modules.isCardea(dependency.getTargetClass())) continue;
                String from = packageOf(type);
                String to = packageOf(dependency.getTargetClass());
                if (!from.equals(to) && wrong.test(from, to)) found.add(from + " -> " + to);
            }
        }
        return found;
    }

    private static int layer(String name) {
        for (int i = 0; i < LAYERS.size(); i++) {
            if (LAYERS.get(i).matcher(name).matches()) return i;
        }
        return -1;
    }

    private static Pattern packages(String... names) {
        return Pattern.compile(List.of(names).stream()
                .map(name -> "dev\\.cardea\\." + name.replace(".", "\\.").replace("*", ".+"))
                .collect(Collectors.joining("|")));
    }

    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return Modules.isCardea(type) ? SliceIdentifier.of(packageOf(type)) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    };
}
