package dev.cardea.server.file;

import dev.cardea.providers.Mapping;
import dev.cardea.server.file.Key.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of {@code profile}: for each of the user's fields, a path into the profile or a list of them. */
final class ProfileKeys {
    private static final List<String> FIELDS = List.of("id", "name", "email", "image");

    static final Key KEY = Key.group(
            "profile",
            "Paths in the profile.",
            path("id", "The path to the ID."),
            path("name", "The path to the name."),
            path("email", "The path to the email address."),
            path("image", "The path to the picture."));

    private final Section section;
    private final Map<String, List<String>> paths = new LinkedHashMap<>();

    private ProfileKeys(Section section) {
        this.section = section;
    }

    private static Key path(String field, String means) {
        return Key.of(field, null, means, Shape.TEXT, Shape.TEXTS);
    }

    static Mapping read(Section section) {
        var keys = new ProfileKeys(section);
        for (var field : FIELDS) keys.field(field);
        if (!section.keys().contains("id")) {
            section.wrong("id", "is missing: the path to a value that stays the same when a user changes their name");
        }
        return keys.mapping();
    }

    private void field(String field) {
        if (section.item(field) instanceof Item.Listing) paths.put(field, section.texts(field));
        else section.text(field).ifPresent(path -> paths.put(field, List.of(path)));
    }

    private Mapping mapping() {
        var mapping = Mapping.id("id");
        for (var field : paths.entrySet()) {
            var changed = with(mapping, field.getKey(), field.getValue());
            if (changed != null) mapping = changed;
        }
        return mapping;
    }

    private @Nullable Mapping with(Mapping mapping, String field, List<String> some) {
        try {
            return mapping.field(field, some.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            section.wrong(field, "has a path that cannot be read: " + e.getMessage());
            return null;
        }
    }
}
