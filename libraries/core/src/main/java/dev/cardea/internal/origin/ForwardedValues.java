package dev.cardea.internal.origin;

import dev.cardea.action.BadRequestException;
import dev.cardea.http.Headers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The values of a forwarded header, as a list or as several lines. Each proxy that appends leaves what the client sent
 * before its own value, so the first value is trustworthy only where all agree.
 */
public final class ForwardedValues {
    private final String header;
    private final List<String> values;

    private ForwardedValues(String header, List<String> values) {
        this.header = header;
        this.values = values;
    }

    /** @param header its name, in lower case */
    public static ForwardedValues of(Headers headers, String header) {
        var joined = headers.joined(header).orElse("");
        return new ForwardedValues(
                header, Arrays.stream(joined.split(",", -1)).map(String::trim).toList());
    }

    /**
     * What the nearest proxy wrote; empty where there is no value at all.
     *
     * @throws BadRequestException where that proxy wrote nothing behind the values of others
     */
    Optional<String> nearest() {
        var last = values.get(values.size() - 1);
        if (!last.isEmpty()) return Optional.of(last);
        if (distinct().isEmpty()) return Optional.empty();
        throw new BadRequestException(header + " ends with an empty value");
    }

    /**
     * Returns the value that all proxies agree on; empty if the header is absent.
     *
     * @throws BadRequestException where they do not agree
     */
    public Optional<String> agreed() {
        return only(value -> false);
    }

    /**
     * The value that all proxies agree on, or else the only one that is allowed; empty where there is no value.
     *
     * @throws BadRequestException where they do not agree, and not exactly one is allowed
     */
    Optional<String> only(Predicate<String> allowed) {
        var distinct = distinct();
        if (distinct.size() <= 1) return distinct.stream().findFirst();
        var chosen = distinct.stream().filter(allowed).toList();
        if (chosen.size() == 1) return Optional.of(chosen.get(0));
        throw new BadRequestException(header + " has several different values, so a client may have written "
                + "one; set url (AUTH_URL), or add the proxies to trustedProxies");
    }

    /** Without case, which neither hosts nor schemes have; empty elements of a list do not count (RFC 9110 section 5.6.1). */
    private List<String> distinct() {
        return values.stream()
                .filter(value -> !value.isEmpty())
                .map(value -> value.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }
}
