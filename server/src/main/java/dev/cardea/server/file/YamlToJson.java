package dev.cardea.server.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts items to JSON, for parts of the file that a library or service defines. */
final class YamlToJson {
    private YamlToJson() {}

    static @Nullable Object of(@Nullable Item item) {
        if (item == null) return null;
        if (item instanceof Item.Table table) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            table.entries().forEach((key, entry) -> object.put(key, of(entry.value())));
            return object;
        }
        if (item instanceof Item.Listing listing) {
            List<@Nullable Object> list = new ArrayList<>();
            for (var each : listing.items()) list.add(of(each));
            return list;
        }
        return scalar((Item.Scalar) item);
    }

    private static @Nullable Object scalar(Item.Scalar scalar) {
        return switch (scalar.type()) {
            case NOTHING, BROKEN -> null;
            case FLAG -> Boolean.parseBoolean(scalar.text());
            case NUMBER -> number(scalar.text());
            case TEXT, FREE -> scalar.text();
        };
    }

    private static Object number(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            try {
                return Double.valueOf(text);
            } catch (NumberFormatException unusual) {
                return text;
            }
        }
    }
}
