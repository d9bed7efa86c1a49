package dev.cardea.host.servlet;

import dev.cardea.Auth;
import dev.cardea.Visitor;
import dev.cardea.http.Request;
import jakarta.servlet.ServletRequest;
import org.jspecify.annotations.Nullable;

/** What the filter leaves with a request for the pages. */
record Visit(Auth auth, Request request, Visitor visitor) {
    static final String ATTRIBUTE = "dev.cardea.visit";

    /** @throws IllegalStateException where the filter does not stand before this page */
    static Visit of(ServletRequest request) {
        var visit = seen(request);
        if (visit == null) {
            throw new IllegalStateException("Cardea's filter has not seen this request; map AuthFilter to /*");
        }
        return visit;
    }

    static @Nullable Visit seen(ServletRequest request) {
        return (Visit) request.getAttribute(ATTRIBUTE);
    }
}
