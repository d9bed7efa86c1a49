package dev.cardea.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The public API of an artifact as text: each type that applications can name, and below it each member that they can
 * call, implement or override. Members that a type inherits from a hidden type of its artifact are listed as its own.
 */
final class ApiListing {
    private ApiListing() {}

    static String of(String artifact) {
        var text = new StringBuilder();
        Modules.CLASSES.stream()
                .filter(type -> Modules.artifactOf(type).equals(artifact))
                .filter(type -> Modules.isAccessible(type) && !Modules.isInternal(type) && !Modules.isGenerated(type))
                .filter(type -> !Modules.HIDDEN.contains(type.getPackageName()))
                .sorted(Comparator.comparing(JavaClass::getName))
                .forEach(type -> append(text, type));
        return text.toString();
    }

    private static void append(StringBuilder text, JavaClass type) {
        if (!text.isEmpty()) text.append('\n');
        text.append(head(type)).append('\n');
        for (String member : members(type)) text.append("  ").append(member).append('\n');
    }

    private static String head(JavaClass type) {
        String kind = kind(type);
        String modifiers = modifiers(type.getModifiers(), kind);
        String parents = Stream.concat(superclass(type), type.getInterfaces().stream())
                .filter(parent -> !isHidden(parent.toErasure()))
                .map(ApiListing::name)
                .sorted()
                .collect(joining(", "));
        return modifiers + kind + " " + dotted(type.getName()) + variables(type.getTypeParameters())
                + (parents.isEmpty() ? "" : " : " + parents);
    }

    private static String kind(JavaClass type) {
        if (type.isAnnotation()) return "annotation";
        if (type.isInterface()) return "interface";
        if (type.isEnum()) return "enum";
        return type.isRecord() ? "record" : "class";
    }

    private static Stream<JavaType> superclass(JavaClass type) {
        var implied = Set.of("java.lang.Object", "java.lang.Record", "java.lang.Enum");
        return type.getSuperclass().stream()
                .filter(parent -> !implied.contains(parent.toErasure().getName()));
    }

    /** Sorted, so that the order of the source does not matter. */
    private static List<String> members(JavaClass type) {
        var bySignature = new TreeMap<String, String>();
        collect(type, type, bySignature, new HashSet<>());
        return List.copyOf(bySignature.values());
    }

    private static void collect(JavaClass of, JavaClass type, TreeMap<String, String> found, Set<JavaClass> seen) {
        if (!seen.add(type)) return;
        Stream<JavaMember> members = Stream.concat(type.getFields().stream(), type.getCodeUnits().stream());
        members.filter(ApiListing::isAccessible)
                .filter(member -> of == type || !(member instanceof JavaConstructor))
                .filter(member -> !isImplied(of, member))
                .forEach(member -> found.putIfAbsent(signature(member), line(of, member)));
        Stream.concat(type.getRawInterfaces().stream(), type.getRawSuperclass().stream())
                .filter(ApiListing::isHidden)
                .forEach(parent -> collect(of, parent, found, seen));
    }

    private static boolean isHidden(JavaClass type) {
        return Modules.isCardea(type) && (Modules.isInternal(type) || !Modules.isAccessible(type));
    }

    private static boolean isAccessible(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return (modifiers.contains(PUBLIC) || modifiers.contains(PROTECTED)) && !modifiers.contains(SYNTHETIC);
    }

    /** What every enum, record and object has. */
    private static boolean isImplied(JavaClass type, JavaMember member) {
        if (!(member instanceof JavaMethod method)) return member.getName().equals("<clinit>");
        int parameters = method.getParameters().size();
        return switch (method.getName()) {
            case "toString", "hashCode" -> parameters == 0;
            case "equals" -> parameters == 1;
            case "values" -> type.isEnum() && parameters == 0;
            case "valueOf" -> type.isEnum() && parameters == 1;
            default -> false;
        };
    }

    private static String signature(JavaMember member) {
        if (!(member instanceof JavaCodeUnit method)) return "1 " + member.getName();
        String kind = member instanceof JavaConstructor ? "2 " : "3 ";
        return kind
                + member.getName()
                + method.getRawParameterTypes().stream().map(JavaClass::getName).toList();
    }

    private static String line(JavaClass of, JavaMember member) {
        if (member instanceof JavaField field) {
            if (of.isEnum() && field.getRawType().equals(of)) return field.getName();
            return modifiers(field.getModifiers(), "field") + name(field.getType()) + " " + field.getName();
        }
        JavaCodeUnit method = (JavaCodeUnit) member;
        String parameters =
                method.getParameterTypes().stream().map(ApiListing::name).collect(joining(", ", "(", ")"));
        String thrown = method.getExceptionTypes().isEmpty()
                ? ""
                : method.getExceptionTypes().stream().map(ApiListing::name).collect(joining(", ", " throws ", ""));
        String variables = variables(method.getTypeParameters());
        String generic = variables.isEmpty() ? "" : variables + " ";
        if (method instanceof JavaConstructor) {
            return modifiers(method.getModifiers(), "constructor") + generic + of.getSimpleName() + parameters + thrown;
        }
        String modifiers = modifiers(method.getModifiers(), of.isInterface() ? "interface" : "method");
        boolean isDefault = method.getOwner().isInterface()
                && !method.getModifiers().contains(ABSTRACT)
                && !method.getModifiers().contains(STATIC);
        return (isDefault ? "default " : "") + modifiers + generic + name(method.getReturnType()) + " "
                + method.getName() + parameters + thrown;
    }

    /** Public goes without saying, and what a kind implies. */
    private static String modifiers(Set<JavaModifier> modifiers, String kind) {
        var shown = new StringBuilder();
        if (modifiers.contains(PROTECTED)) shown.append("protected ");
        if (modifiers.contains(STATIC) && !kind.equals("record") && !kind.equals("enum")) shown.append("static ");
        if (modifiers.contains(ABSTRACT) && (kind.equals("class") || kind.equals("method"))) shown.append("abstract ");
        boolean isFinal = modifiers.contains(FINAL);
        if (isFinal && (kind.equals("class") || kind.equals("field"))) shown.append("final ");
        return shown.toString();
    }

    private static String variables(List<? extends JavaTypeVariable<?>> variables) {
        if (variables.isEmpty()) return "";
        return variables.stream().map(ApiListing::variable).collect(joining(", ", "<", ">"));
    }

    private static String variable(JavaTypeVariable<?> variable) {
        String bounds = variable.getUpperBounds().stream()
                .map(ApiListing::name)
                .filter(name -> !name.equals("Object"))
                .collect(joining(" & "));
        return bounds.isEmpty() ? variable.getName() : variable.getName() + " extends " + bounds;
    }

    private static String name(JavaType type) {
        if (type instanceof JavaClass array && array.isArray()) return name(array.getComponentType()) + "[]";
        return dotted(type.getName())
                .replaceAll("\\bjava\\.lang\\.(?=[A-Z])", "")
                .replaceAll("\\bjava\\.util\\.(?=[A-Z])", "");
    }

    private static String dotted(String name) {
        return name.replace('$', '.');
    }
}
