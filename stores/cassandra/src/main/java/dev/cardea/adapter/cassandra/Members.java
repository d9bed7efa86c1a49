package dev.cardea.adapter.cassandra;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Members that have no column: each under its name as JSON, so that two can be changed at once. */
final class Members {
    private Members() {}

    static Map<String, String> written(Claims members, Set<String> without) {
        var fields = new LinkedHashMap<String, String>();
        members.asMap().forEach((name, value) -> {
            if (!without.contains(name)) fields.put(name, Json.print(value));
        });
        return fields;
    }

    static Claims read(Map<String, String> fields) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((name, json) -> members.put(name, Json.parse(json, Json.TRUSTED_DEPTH)));
        return Claims.of(members);
    }
}
