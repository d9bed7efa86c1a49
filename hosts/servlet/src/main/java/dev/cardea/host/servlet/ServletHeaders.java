package dev.cardea.host.servlet;

import dev.cardea.http.ResponseHeaders;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.List;

/** The headers of a servlet response. */
class ServletHeaders implements ResponseHeaders {
    private final HttpServletResponse response;

    ServletHeaders(HttpServletResponse response) {
        this.response = response;
    }

    @Override
    public Collection<String> names() {
        return response.getHeaderNames();
    }

    @Override
    public Collection<String> values(String name) {
        return response.getHeaders(name);
    }

    @Override
    public void set(String name, List<String> values) {
        response.setHeader(name, values.get(0));
        for (var value : values.subList(1, values.size())) response.addHeader(name, value);
    }
}
