package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.dynamodb.Items.Change;
import dev.cardea.adapter.dynamodb.Items.Change.Expectation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change as an expression of DynamoDB. It changes only the members that differ from those read. Members that another
 * caller adds meanwhile are kept; no condition could detect their loss.
 *
 * @param condition {@code null} for none, as are names and values: DynamoDB rejects empty ones
 * @param update {@code null} where the item is put or deleted whole
 */
record UpdateExpression(
        @Nullable String condition,
        @Nullable String update,
        @Nullable Map<String, String> names,
        @Nullable Map<String, AttributeValue> values) {
    /** Fields that the library decides by: one that was not there must still not be. */
    private static final List<String> KNOWN = List.of(
            "name",
            "email",
            "emailVerified",
            "image",
            "access_token",
            "refresh_token",
            "expires_at",
            "token_type",
            "scope",
            "id_token",
            "session_state",
            Users.LOCK);

    static UpdateExpression of(Change change, Names names) {
        var text = new Text();
        if (change.expected() == Expectation.SOMETHING) text.isThere(names.pk(), true);
        if (change.expected() == Expectation.NOTHING) text.isThere(names.pk(), false);
        if (change.expected() == Expectation.AS_IT_WAS) text.isAsItWas(change.was(), names.pk());
        var was = change.was();
        var becomes = change.becomes();
        if (change.writes() && was != null && becomes != null)
            text.becomes(was, becomes, Set.of(names.pk(), names.sk()));
        return text.words();
    }

    /** While it is written. */
    private static final class Text {
        private final Map<String, String> names = new HashMap<>();
        private final Map<String, String> placeholders = new HashMap<>();
        private final Map<String, AttributeValue> values = new HashMap<>();
        private final List<String> conditions = new ArrayList<>();
        private final List<String> sets = new ArrayList<>();
        private final List<String> removes = new ArrayList<>();

        void isThere(String attribute, boolean expected) {
            conditions.add((expected ? "attribute_exists(" : "attribute_not_exists(") + name(attribute) + ")");
        }

        void isAsItWas(@Nullable Map<String, AttributeValue> was, String pk) {
            if (was == null) {
                isThere(pk, false);
                return;
            }
            was.forEach((attribute, value) -> conditions.add(name(attribute) + " = " + value(value)));
            for (var field : KNOWN) if (!was.containsKey(field)) isThere(field, false);
        }

        void becomes(Map<String, AttributeValue> was, Map<String, AttributeValue> becomes, Set<String> keys) {
            becomes.forEach((attribute, value) -> {
                if (keys.contains(attribute) || value.equals(was.get(attribute))) return;
                sets.add(name(attribute) + " = " + value(value));
                if (!was.containsKey(attribute) && !KNOWN.contains(attribute)) isThere(attribute, false);
            });
            for (var attribute : was.keySet()) {
                if (!becomes.containsKey(attribute) && !keys.contains(attribute)) removes.add(name(attribute));
            }
        }

        private String name(String attribute) {
            return placeholders.computeIfAbsent(attribute, it -> {
                names.put("#n" + names.size(), it);
                return "#n" + (names.size() - 1);
            });
        }

        private String value(AttributeValue value) {
            values.put(":v" + values.size(), value);
            return ":v" + (values.size() - 1);
        }

        UpdateExpression words() {
            var update = (sets.isEmpty() ? "" : "SET " + String.join(", ", sets) + " ")
                    + (removes.isEmpty() ? "" : "REMOVE " + String.join(", ", removes));
            return new UpdateExpression(
                    conditions.isEmpty() ? null : String.join(" AND ", conditions),
                    update.isEmpty() ? null : update,
                    names.isEmpty() ? null : names,
                    values.isEmpty() ? null : values);
        }
    }
}
