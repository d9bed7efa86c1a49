package dev.cardea.transcript;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.vectors.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The notation of recorded values: absent members, dates, stand-ins. */
final class Wire {
    private static final Object ABSENT = new Object();

    private Wire() {}

    /** A recorded value with dates as instants and without what was absent. */
    static Object plain(Object value) {
        var plain = convert(value);
        return plain == ABSENT ? null : plain;
    }

    private static Object convert(Object value) {
        if (value instanceof Map<?, ?> map) {
            if (map.containsKey("$undefined")) return ABSENT;
            if (map.containsKey("$date")) return Instant.parse((String) map.get("$date"));
            if (map.containsKey("$provider")) return "<provider " + map.get("$provider") + ">";
            if (map.containsKey("$request")) return map.get("$request");
            if (map.containsKey("$response")) return map.get("$response");
            var copy = new LinkedHashMap<String, Object>();
            map.forEach((key, member) -> {
                var converted = convert(member);
                if (converted != ABSENT) copy.put((String) key, converted);
            });
            return copy;
        }
        if (value instanceof List<?> list) {
            var copy = new ArrayList<Object>();
            for (var member : list) {
                var converted = convert(member);
                copy.add(converted == ABSENT ? null : converted);
            }
            return copy;
        }
        return value;
    }

    /** A request as the recordings write it: they know its host by its address only. */
    static Claims request(Request request) {
        var claims = Claims.of("method", request.method())
                .with("url", request.url())
                .with("headers", headers(request.headers()).without("host"));
        return request.text().isEmpty() ? claims : claims.with("body", request.text());
    }

    static Claims response(Response response) {
        return Claims.of("status", response.status())
                .with("headers", headers(response.headers()))
                .with("body", response.text());
    }

    private static Claims headers(Headers headers) {
        var claims = Claims.NONE;
        for (var field : headers.fields()) claims = claims.with(field.name().toLowerCase(Locale.ROOT), field.value());
        return claims;
    }

    /** A recorded answer as our type. */
    static Response response(Claims recorded) {
        var body = recorded.value("body");
        var text = body instanceof String string ? string : body == null ? "" : Json.print(body);
        int status = recorded.get(Claim.number("status")).orElse(200L).intValue();
        return Response.of(status, Vectors.headers(recorded), text.getBytes(StandardCharsets.UTF_8));
    }

    /** A value as text in which the order of keys does not matter. */
    static String print(Object value) {
        return Json.print(sorted(value));
    }

    private static Object sorted(Object value) {
        if (value instanceof Claims claims) return sorted(claims.asMap());
        if (value instanceof Map<?, ?> map) {
            var copy = new TreeMap<String, Object>();
            map.forEach((key, member) -> copy.put((String) key, sorted(member)));
            return copy;
        }
        if (value instanceof List<?> list)
            return list.stream().map(Wire::sortedOrNull).toList();
        if (value instanceof Instant instant) return IsoTime.print(instant);
        return value;
    }

    private static Object sortedOrNull(Object value) {
        return value == null ? "<null>" : sorted(value);
    }
}
