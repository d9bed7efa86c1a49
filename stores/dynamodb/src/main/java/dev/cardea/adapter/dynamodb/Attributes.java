package dev.cardea.adapter.dynamodb;

import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Between claims and attributes, as Auth.js does it: times are ISO text, but {@code expires}, by which DynamoDB deletes,
 * is a number of seconds with its fraction.
 */
final class Attributes {
    static final String EXPIRES = "expires";

    private Attributes() {}

    static Map<String, AttributeValue> of(Claims claims) {
        var item = new HashMap<String, AttributeValue>();
        claims.asMap().forEach((name, value) -> {
            if (!name.isEmpty())
                item.put(name, name.equals(EXPIRES) && value instanceof Instant it ? seconds(it) : of(value));
        });
        return item;
    }

    static AttributeValue seconds(Instant instant) {
        return AttributeValue.fromN(BigDecimal.valueOf(instant.toEpochMilli(), 3)
                .stripTrailingZeros()
                .toPlainString());
    }

    private static AttributeValue of(@Nullable Object value) {
        if (value == null) return AttributeValue.fromNul(true);
        if (value instanceof Boolean bool) return AttributeValue.fromBool(bool);
        if (value instanceof Instant instant) return AttributeValue.fromS(IsoTime.print(instant));
        if (value instanceof Number number) return AttributeValue.fromN(number(number));
        if (value instanceof List<?> list)
            return AttributeValue.fromL(list.stream().map(Attributes::of).toList());
        if (value instanceof Map<?, ?> map) {
            var inner = new HashMap<String, AttributeValue>();
            map.forEach((name, one) -> inner.put(String.valueOf(name), of(one)));
            return AttributeValue.fromM(inner);
        }
        return AttributeValue.fromS(String.valueOf(value));
    }

    private static String number(Number number) {
        return number instanceof Double it ? BigDecimal.valueOf(it).toPlainString() : String.valueOf(number);
    }

    /** What has no place among claims, such as binary data, is left out. */
    static Claims claims(Map<String, AttributeValue> item, Set<String> without) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        item.forEach((name, value) -> {
            if (!without.contains(name) && isClaim(value)) {
                values.put(name, name.equals(EXPIRES) && value.n() != null ? time(value.n()) : claim(value));
            }
        });
        return Claims.of(values);
    }

    private static boolean isClaim(AttributeValue value) {
        return switch (value.type()) {
            case S, N, BOOL, NUL, L, M -> true;
            default -> false;
        };
    }

    private static @Nullable Object claim(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s();
            case N -> number(value.n());
            case BOOL -> value.bool();
            case L -> {
                var all = new ArrayList<@Nullable Object>();
                for (var one : value.l()) if (isClaim(one)) all.add(claim(one));
                yield all;
            }
            case M -> {
                var all = new LinkedHashMap<String, @Nullable Object>();
                value.m().forEach((name, one) -> {
                    if (isClaim(one)) all.put(name, claim(one));
                });
                yield all;
            }
            default -> null;
        };
    }

    private static Object number(String text) {
        var number = new BigDecimal(text);
        try {
            return number.longValueExact();
        } catch (ArithmeticException e) {
            return number.doubleValue();
        }
    }

    private static Instant time(String seconds) {
        return Instant.ofEpochMilli(new BigDecimal(seconds).movePointRight(3).longValue());
    }

    static Instant expires(Map<String, AttributeValue> item) {
        return time(item, EXPIRES);
    }

    static Instant time(Map<String, AttributeValue> item, String name) {
        var value = item.get(name);
        if (value == null || value.n() == null) throw new IllegalStateException("a row needs the number " + name);
        return time(value.n());
    }

    static @Nullable String text(@Nullable Map<String, AttributeValue> item, String name) {
        var value = item == null ? null : item.get(name);
        return value == null ? null : value.s();
    }

    static String required(Map<String, AttributeValue> item, String name) {
        var text = text(item, name);
        if (text == null) throw new IllegalStateException("a row needs the text " + name);
        return text;
    }
}
