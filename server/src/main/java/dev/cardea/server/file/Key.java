package dev.cardea.server.file;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one key of the file. The parser, the schema, {@code cardea config} and the reference are made from it.
 *
 * @param fallback the default as it is written; {@code null}: none
 * @param means what it is for, in one sentence
 * @param variables of the environment that replace an absent key, the first that is set
 * @param needsRestart whether a reload leaves it as it is
 * @param shapes of its value, any of which is permitted
 */
record Key(
        String name,
        @Nullable String fallback,
        String means,
        List<String> variables,
        boolean needsRestart,
        List<Shape> shapes) {
    Key {
        variables = List.copyOf(variables);
        shapes = List.copyOf(shapes);
    }

    static Key of(String name, @Nullable String fallback, String means, Shape... shapes) {
        return new Key(name, fallback, means, List.of(), false, List.of(shapes));
    }

    static Key group(String name, String means, Key... keys) {
        return of(name, null, means, new Shape.Group(Arrays.asList(keys), false));
    }

    Key from(String... names) {
        return new Key(name, fallback, means, List.of(names), needsRestart, shapes);
    }

    Key restart() {
        return new Key(name, fallback, means, variables, true, shapes);
    }

    <S extends Shape> Optional<S> shape(Class<S> type) {
        return shapes.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** Returns the group that each item of its list is; empty for any other key. */
    Optional<Shape.Group> items() {
        return shape(Shape.ListOf.class)
                .map(Shape.ListOf::item)
                .filter(Shape.Group.class::isInstance)
                .map(Shape.Group.class::cast);
    }

    /** Returns whether its value must not be shown. */
    boolean isSecret() {
        return shapes.stream()
                .anyMatch(shape -> shape instanceof Shape.Secret
                        || shape instanceof Shape.Any
                        || shape instanceof Shape.ListOf list && list.item() instanceof Shape.Secret);
    }

    String words() {
        return String.join("; or ", shapes.stream().map(Shape::words).toList());
    }
}
