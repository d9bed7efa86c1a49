package dev.cardea;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import dev.cardea.error.AuthException;
import java.net.URL;
import java.time.Clock;
import java.util.Date;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules of the core alone. Those for all modules are in {@code architecture-tests}. */
class ArchitectureTest {
    /** Only classes with these prefixes create a clock or randomness; all others receive them. */
    private static final Set<String> OWN_TIME_AND_RANDOMNESS = Set.of("Randomness", "Clock");

    /** What applications make without handing in a clock. */
    private static final Set<String> MADE_BY_APPLICATIONS =
            Set.of("dev.cardea.adapter.InMemoryAdapter", "dev.cardea.token.TokenReader", "dev.cardea.token.Jwt");

    private static final Set<String> READ_TIME_OR_RANDOMNESS = Set.of(
            "java.time.Instant.now()",
            "java.time.LocalDate.now()",
            "java.time.LocalDateTime.now()",
            "java.time.OffsetDateTime.now()",
            "java.time.ZonedDateTime.now()",
            "java.lang.System.currentTimeMillis()",
            "java.lang.Math.random()",
            "java.util.UUID.randomUUID()",
            "java.util.concurrent.ThreadLocalRandom.current()");

    /** In {@code ./check}, the class path has the other libraries, too. */
    private static final Pattern CORE_OR_TOKEN_READER = Pattern.compile(".*/(cardea-)?(core|token-reader)[/-].*");

    private static final JavaClasses CARDEA = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .withImportOption(location -> location.matches(CORE_OR_TOKEN_READER))
            .importPackages("dev.cardea");

    @Test
    void classes_of_the_root_package_form_no_cycle() {
        check(slices().assignedFrom(CLASSES_OF_THE_ROOT).should().beFreeOfCycles());
    }

    @Test
    void nothing_below_the_root_package_imports_it() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.cardea")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.cardea"));
    }

    @Test
    void the_library_knows_no_framework_no_server_and_no_database() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "javax.servlet..",
                        "jakarta..",
                        "java.sql..",
                        "javax.sql..",
                        "com.sun..",
                        "com.fasterxml..",
                        "tools.jackson..",
                        "org.eclipse..",
                        "org.slf4j..",
                        "org.springframework..",
                        "io.helidon..",
                        "io.javalin..",
                        "io.micronaut..",
                        "io.micronaut..",
                        "io.quarkus..",
                        "io.vertx.."));
    }

    @Test
    void only_the_client_with_pinned_addresses_uses_java_net_URL() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName("dev.cardea.internal.oauth.PublicOnlyHttpClient")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(URL.class)
                .because("it looks hosts up to compare them and misreads addresses"));
    }

    @Test
    void only_their_owners_read_time_and_randomness() {
        check(noClasses()
                .that(DescribedPredicate.not(ownTimeAndRandomness()))
                .should()
                .callCodeUnitWhere(readsTimeOrRandomness()
                        .and(describe(
                                "it is not the reference of an error, which is public",
                                (JavaCall<?> call) ->
                                        !call.getOriginOwner().getName().equals(AuthException.class.getName()))))
                .because("tests hand in both, and a secret has one source"));
    }

    @Test
    void only_the_root_package_picks_the_system_clock() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("dev.cardea")
                .and(DescribedPredicate.not(ownTimeAndRandomness()))
                .and(describe("not made by applications", type -> !MADE_BY_APPLICATIONS.contains(type.getName())))
                .should()
                .callCodeUnitWhere(describe(
                        "the system clock is picked",
                        (JavaCall<?> call) -> call.getTargetOwner().isEquivalentTo(Clock.class)
                                && call.getName().startsWith("system"))));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CARDEA);
    }

    private static DescribedPredicate<JavaClass> ownTimeAndRandomness() {
        return describe(
                "own time or randomness",
                type -> OWN_TIME_AND_RANDOMNESS.stream()
                        .anyMatch(owner -> type.getSimpleName().startsWith(owner)));
    }

    private static DescribedPredicate<JavaCall<?>> readsTimeOrRandomness() {
        return describe("time or randomness is read", call -> {
            if (!call.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)) {
                return READ_TIME_OR_RANDOMNESS.contains(call.getTarget().getFullName());
            }
            JavaClass made = call.getTargetOwner();
            return made.isAssignableTo(RandomGenerator.class)
                    || made.isEquivalentTo(Date.class)
                            && call.getTarget().getRawParameterTypes().isEmpty();
        });
    }

    /** Each top-level class of the root package is a slice, with what is nested in it. */
    private static final SliceAssignment CLASSES_OF_THE_ROOT = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            if (!type.getPackageName().equals("dev.cardea")) return SliceIdentifier.ignore();
            return SliceIdentifier.of(type.getName().replaceAll("\\$.*", ""));
        }

        @Override
        public String getDescription() {
            return "classes of the root package";
        }
    };
}
