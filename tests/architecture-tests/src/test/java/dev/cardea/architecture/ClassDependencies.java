package dev.cardea.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which top-level classes refer to which. A nested class counts with the class around it. */
final class ClassDependencies {
    private final Map<String, Set<String>> targets = new TreeMap<>();

    /** @param chosen the classes that are looked at; references to others don't count */
    ClassDependencies(Iterable<JavaClass> classes, Predicate<JavaClass> chosen) {
        for (var type : classes) {
            if (chosen.test(type)) targets.computeIfAbsent(topLevel(type), name -> new TreeSet<>());
        }
        for (var type : classes) {
            var references = targets.get(topLevel(type));
            if (references == null) continue;
            type.getDirectDependenciesFromSelf().forEach(to -> add(references, to));
        }
        for (var type : classes) {
            if (chosen.test(type))
                kinds(type).forEach(kind -> targets.get(topLevel(type)).remove(kind));
        }
    }

    private void add(Set<String> references, Dependency dependency) {
        var to = topLevel(dependency.getTargetClass().getBaseComponentType());
        if (targets.containsKey(to)) references.add(to);
    }

    /**
     * The kinds that a sealed type permits. The type and its visitor name each of them, and each is one of the type: that
     * is meant, and no cycle.
     */
    private static Stream<String> kinds(JavaClass type) {
        if (type.getSubclasses().isEmpty()) return Stream.of();
        var permitted = type.reflect().getPermittedSubclasses();
        return Stream.ofNullable(permitted).flatMap(Stream::of).map(kind -> topLevel(kind.getName()));
    }

    /** Returns the classes that reach themselves by way of another one. */
    Set<String> inCycles() {
        var found = new TreeSet<String>();
        for (var start : targets.keySet()) if (reaches(start)) found.add(start);
        return found;
    }

    private boolean reaches(String start) {
        var seen = new TreeSet<String>();
        var next = new ArrayDeque<String>(targets.get(start));
        next.remove(start);
        while (!next.isEmpty()) {
            var name = next.pop();
            if (name.equals(start)) return true;
            if (seen.add(name)) next.addAll(targets.get(name));
        }
        return false;
    }

    private static String topLevel(JavaClass type) {
        return topLevel(type.getName());
    }

    private static String topLevel(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
