package dev.cardea.server.file;

import java.util.List;

/** What the value of a key may be. Null is the same as an absent key, and a variable may stand for any single value. */
sealed interface Shape {
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
