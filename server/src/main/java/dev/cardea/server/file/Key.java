package dev.cardea.server.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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

    static Key text(String name, @Nullable String fallback, String means) {
        return of(name, fallback, means, Shape.TEXT);
    }

    static Key texts(String name, String means) {
        return of(name, null, means, Shape.TEXTS);
    }

    static Key flag(String name, @Nullable String fallback, String means) {
        return of(name, fallback, means, Shape.FLAG);
    }

    static Key secret(String name, String means) {
        return of(name, null, means, Shape.SECRET);
    }

    /** A whole number within bounds. */
    static Key number(String name, @Nullable String fallback, String means, long least, long most) {
        return of(name, fallback, means, new Shape.Number(least, most));
    }

    /** One of the words. */
    static Key choice(String name, @Nullable String fallback, String means, Map<String, ?> words) {
        return of(name, fallback, means, Shape.Choice.of(words));
    }

    static Key group(String name, String means, Key... keys) {
        return of(name, null, means, Shape.group(keys));
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

    /** What the value of a key may be. Null is the same as an absent key, and a variable may stand for any single value. */
    sealed interface Shape {
        Shape TEXT = new Text();
        Shape FLAG = new Flag();
        Shape SECRET = new Secret();
        Shape TEXTS = new ListOf(TEXT);

        /** Known keys, and no others. */
        static Shape group(Key... keys) {
            return new Group(List.of(keys), false);
        }

        /** For a reader of the reference. */
        String words();

        record Text() implements Shape {
            @Override
            public String words() {
                return "text";
            }
        }

        /** A whole number. */
        @SuppressWarnings("JavaLangClash")
        record Number(long least, long most) implements Shape {
            @Override
            public String words() {
                return most == Long.MAX_VALUE ? "number, at least " + least : "number from " + least + " to " + most;
            }
        }

        record Flag() implements Shape {
            @Override
            public String words() {
                return "true or false";
            }
        }

        /** {@code false} in place of a group. */
        record Off() implements Shape {
            @Override
            public String words() {
                return "false";
            }
        }

        record Choice(List<String> among) implements Shape {
            public Choice {
                among = List.copyOf(among);
            }

            /** The words in their order if the map has one, and sorted otherwise. */
            static Choice of(Map<String, ?> words) {
                boolean isOrdered = words instanceof LinkedHashMap;
                return new Choice(isOrdered ? List.copyOf(words.keySet()) : List.copyOf(new TreeSet<>(words.keySet())));
            }

            @Override
            public String words() {
                return "one of " + String.join(", ", among);
            }
        }

        /** A text, or a file that holds it. It is never shown. */
        record Secret() implements Shape {
            @Override
            public String words() {
                return "secret text, or { file: PATH }";
            }
        }

        record ListOf(Shape item) implements Shape {
            @Override
            public String words() {
                return "list of: " + item.words();
            }
        }

        /** Keys that are known, and others if the group is open: a library or service defines those. */
        record Group(List<Key> keys, boolean isOpen) implements Shape {
            public Group {
                keys = List.copyOf(keys);
            }

            @Override
            public String words() {
                return "group of keys";
            }
        }

        /** Names of the operator's choice, each with such a value. */
        record MapOf(Shape value) implements Shape {
            @Override
            public String words() {
                return "group of names, each with: " + value.words();
            }
        }

        /** Any value, passed on as it is; it is never shown. */
        record Any() implements Shape {
            @Override
            public String words() {
                return "any value";
            }
        }

        /** A single value of any kind. */
        record Scalar() implements Shape {
            @Override
            public String words() {
                return "single value";
            }
        }

        /** An entry of {@code providers}. */
        record Provider() implements Shape {
            @Override
            public String words() {
                return "an id, or a group of keys with an id";
            }
        }
    }
}
