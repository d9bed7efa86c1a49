package dev.cardea.adapter.mongodb;

import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Between claims and documents, as Auth.js does it: {@code id} is {@code _id}, ids of users are ObjectIds here and hex
 * text there, times are dates.
 */
final class Documents {
    static final String ID = "_id";
    static final String USER_ID = "userId";

    private Documents() {}

    /** The id as it is stored. One that no user of this store could have, of another store for example, stays text. */
    static Object userId(String id) {
        if (!ObjectId.isValid(id)) return id;
        var objectId = new ObjectId(id);
        return objectId.toHexString().equals(id) ? objectId : id;
    }

    static String text(@Nullable Object id) {
        return id instanceof ObjectId objectId ? objectId.toHexString() : String.valueOf(id);
    }

    /** Without {@code id}, and without members whose names MongoDB gives a meaning. */
    static Document document(Claims claims) {
        var document = new Document();
        claims.without("id").asMap().forEach((name, value) -> {
            if (!isName(name)) return;
            document.put(name, name.equals(USER_ID) && value instanceof String id ? userId(id) : stored(value));
        });
        return document;
    }

    private static boolean isName(String name) {
        return !name.startsWith("$") && !name.startsWith(ID) && name.indexOf('.') < 0 && name.indexOf('\0') < 0;
    }

    private static @Nullable Object stored(@Nullable Object value) {
        if (value instanceof Instant instant) return date(instant);
        if (value instanceof Long number && number == number.intValue()) return number.intValue();
        if (value instanceof List<?> list) {
            var all = new ArrayList<@Nullable Object>();
            for (var one : list) all.add(stored(one));
            return all;
        }
        if (value instanceof Map<?, ?> map) {
            var inner = new Document();
            map.forEach((name, one) -> {
                if (isName(String.valueOf(name))) inner.put(String.valueOf(name), stored(one));
            });
            return inner;
        }
        return value;
    }

    static Date date(Instant instant) {
        return new Date(instant.toEpochMilli());
    }

    /** With {@code id} first; what has no place among claims, such as binary data of the application's, is left out. */
    static Claims claims(Document document) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("id", text(document.get(ID)));
        document.forEach((name, value) -> {
            if (!name.equals(ID) && isClaim(value)) values.put(name, claim(value));
        });
        return Claims.of(values);
    }

    private static boolean isClaim(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Date
                || value instanceof ObjectId
                || value instanceof List
                || value instanceof Document;
    }

    private static @Nullable Object claim(@Nullable Object value) {
        if (value instanceof Date date) return Instant.ofEpochMilli(date.getTime());
        if (value instanceof ObjectId id) return id.toHexString();
        if (value instanceof Integer || value instanceof Long) return ((Number) value).longValue();
        if (value instanceof Number number) return whole(number.doubleValue());
        if (value instanceof List<?> list) {
            var all = new ArrayList<@Nullable Object>();
            for (var one : list) if (isClaim(one)) all.add(claim(one));
            return all;
        }
        if (value instanceof Document inner) {
            var all = new LinkedHashMap<String, @Nullable Object>();
            inner.forEach((name, one) -> {
                if (isClaim(one)) all.put(name, claim(one));
            });
            return all;
        }
        return value;
    }

    /** JavaScript has one kind of number, and its driver stores whole ones above 32 bits as fractions. */
    private static Object whole(double number) {
        return number == Math.rint(number) && Math.abs(number) < 9e15 ? (Object) (long) number : (Object) number;
    }
}
