package dev.cardea.server.file;

import java.util.List;
import java.util.Map;

/** A value of the file, and its line. */
sealed interface Item {
    int line();

    /** What it is, for a message. */
    String kind();

    /** A single value; text that held a variable can be read as any kind, and a broken one as none. */
    record Scalar(int line, String text, Kind type) implements Item {
        @Override
        public String kind() {
            return type.words;
        }
    }

    /** Keys with values. */
    record Table(int line, Map<String, Entry> entries) implements Item {
        @Override
        public String kind() {
            return "a group of keys";
        }
    }

    /** Values in a row. */
    record Listing(int line, List<Item> items) implements Item {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** A key's place and its value. */
    record Entry(int line, Item value) {}

    /** How YAML's core schema reads a single value. */
    enum Kind {
        TEXT("a text"),
        NUMBER("a number"),
        FLAG("true or false"),
        NOTHING("null"),
        FREE("a text"),
        BROKEN("a text that is broken");

        final String words;

        Kind(String words) {
            this.words = words;
        }
    }
}
