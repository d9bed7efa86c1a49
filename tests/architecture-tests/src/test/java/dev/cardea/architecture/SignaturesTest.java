package dev.cardea.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What applications can call names only types that applications can name. */
class SignaturesTest {
    @Test
    void no_signature_of_a_public_type_names_an_internal_type() {
        FrozenViolations.check(
                "signatures",
                publicTypes()
                        .flatMap(type -> Stream.concat(members(type), parents(type)))
                        .collect(Collectors.toSet()));
    }

    private static Stream<JavaClass> publicTypes() {
        return Modules.CLASSES.stream()
                .filter(Modules::isAccessible)
                .filter(type -> !Modules.isInternal(type) && !Modules.isGenerated(type));
    }

    private static Stream<String> members(JavaClass type) {
        Stream<JavaMember> members = Stream.concat(type.getFields().stream(), type.getCodeUnits().stream());
        return members.filter(SignaturesTest::isAccessible)
                .flatMap(member -> named(member)
                        .flatMap(SignaturesTest::rawTypes)
                        .filter(SignaturesTest::isHidden)
                        .map(hidden ->
                                member.getOwner().getName() + "." + member.getName() + " names " + hidden.getName()));
    }

    /** A public type may inherit from a package-private one beside it, but not from an internal one. */
    private static Stream<String> parents(JavaClass type) {
        return Stream.concat(type.getInterfaces().stream(), type.getSuperclass().stream())
                .flatMap(SignaturesTest::rawTypes)
                .filter(Modules::isInternal)
                .map(hidden -> type.getName() + " extends " + hidden.getName());
    }

    private static boolean isAccessible(JavaMember member) {
        Set<?> modifiers = member.getModifiers();
        return (modifiers.contains(PUBLIC) || modifiers.contains(PROTECTED)) && !modifiers.contains(SYNTHETIC);
    }

    private static Stream<? extends JavaType> named(JavaMember member) {
        if (member instanceof JavaField field) return Stream.of(field.getType());
        JavaCodeUnit method = (JavaCodeUnit) member;
        Stream<? extends JavaType> all =
                Stream.concat(method.getParameterTypes().stream(), method.getExceptionTypes().stream());
        return Stream.concat(all, Stream.of(method.getReturnType()));
    }

    private static Stream<JavaClass> rawTypes(JavaType type) {
        return type.getAllInvolvedRawTypes().stream().map(JavaClass::getBaseComponentType);
    }

    private static boolean isHidden(JavaClass type) {
        return Modules.isCardea(type) && (Modules.isInternal(type) || !Modules.isAccessible(type));
    }
}
