package dev.cardea.internal.engine;

import dev.cardea.http.Request;
import java.util.List;
import java.util.Locale;

/** What a browser fetches before the visitor opens it, and may never show. */
final class Prefetch {
    private Prefetch() {}

    /** Fetch, section 2.1 ({@code Sec-Purpose}); what older browsers and the router of Next send. */
    static boolean is(Request http) {
        for (var name : List.of("sec-purpose", "purpose", "x-purpose", "x-moz")) {
            var value = http.header(name).orElse("").toLowerCase(Locale.ROOT);
            if (value.contains("prefetch") || value.contains("preview")) return true;
        }
        return http.headers().has("next-router-prefetch") || http.headers().has("x-middleware-prefetch");
    }
}
