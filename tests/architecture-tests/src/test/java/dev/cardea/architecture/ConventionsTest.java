package dev.cardea.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.cardea.architecture.Modules.CLASSES;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** What the classes of all modules keep to. */
class ConventionsTest {
    private static final String VERIFIED_IDENTITY = "dev.cardea.internal.method.VerifiedIdentity";

    @Test
    void every_published_module_is_examined() {
        var absent = Modules.PUBLISHED.keySet().stream()
                .filter(artifact -> !Modules.ENTRIES.containsKey(artifact))
                .toList();
        assertThat(absent).isSubsetOf(Runtime.version().feature() < 21 ? List.of("cardea-host-helidon") : List.of());
        assertThat(CLASSES.stream().map(Modules::artifactOf).collect(Collectors.toSet()))
                .isEqualTo(Modules.ENTRIES.keySet());
    }

    @Test
    void only_sign_in_methods_make_a_verified_identity() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.cardea.internal.method..")
                .should()
                .callConstructorWhere(describe(
                        "a VerifiedIdentity is made",
                        (JavaConstructorCall call) ->
                                call.getTargetOwner().getName().equals(VERIFIED_IDENTITY)))
                .check(CLASSES);
        assertThat(CLASSES.contain(VERIFIED_IDENTITY)).isTrue();
    }

    @Test
    void no_class_serializes_Java_objects() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class)
                .check(CLASSES);
    }

    @Test
    void every_package_is_null_marked() {
        classes()
                .that(describe("are written by hand", type -> !Modules.isGenerated(type)))
                .should(be(describe(
                        "in a package that is @NullMarked",
                        (JavaClass type) -> type.getPackage().isAnnotatedWith(NullMarked.class))))
                .check(CLASSES);
    }
}
