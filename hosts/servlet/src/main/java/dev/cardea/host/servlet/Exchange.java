package dev.cardea.host.servlet;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;

/** Converts between the container's objects and Cardea's values. */
final class Exchange {
    private Exchange() {}

    /** Converts a request without its body, which the application may read. */
    static Request request(HttpServletRequest http) {
        var page = DispatchedPage.of(http);
        var target = page.query() == null ? page.uri() : page.uri() + "?" + page.query();
        var scheme = http.isSecure() ? "https" : "http";
        return Request.of(http.getMethod(), scheme, target, headers(http), new byte[0], http.getRemoteAddr());
    }

    /** Adds the body, up to the maximum length; a longer one is rejected. */
    static Request withBody(Request request, HttpServletRequest http) throws IOException {
        var in = new PushbackInputStream(http.getInputStream());
        int first = in.read();
        // Most requests have no body, and a buffer for it is as large as everything else that they allocate.
        if (first < 0) return request;
        in.unread(first);
        return request.body(in.readNBytes(AuthRequest.MAX_BODY + 1));
    }

    static void write(Response response, HttpServletRequest http, HttpServletResponse answer) throws IOException {
        answer.setStatus(response.status());
        for (var field : response.headers().fields()) {
            // A page that was started may have set another value for caches.
            if (field.name().equalsIgnoreCase("Cache-Control")) answer.setHeader(field.name(), field.value());
            else if (!answer.getHeaders(field.name()).contains(field.value()))
                answer.addHeader(field.name(), field.value());
        }
        byte[] body = response.body();
        answer.setContentLength(body.length);
        if (!http.getMethod().equals("HEAD")) answer.getOutputStream().write(body);
    }

    private static String authority(HttpServletRequest http) {
        boolean usual = http.getServerPort() == (http.isSecure() ? 443 : 80);
        return usual ? http.getServerName() : http.getServerName() + ":" + http.getServerPort();
    }

    private static Headers headers(HttpServletRequest http) {
        List<Headers.Field> fields = new ArrayList<>();
        for (var names = http.getHeaderNames(); names.hasMoreElements(); ) {
            var name = names.nextElement();
            for (var values = http.getHeaders(name); values.hasMoreElements(); ) {
                fields.add(new Headers.Field(name, values.nextElement()));
            }
        }
        // HTTP/2 has no such header, nor do synthetic requests of tests.
        if (http.getHeader("Host") == null) fields.add(new Headers.Field("Host", authority(http)));
        return Headers.of(fields);
    }
}
