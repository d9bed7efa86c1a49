package dev.cardea.examples.hosts;

import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.Guard;
import dev.cardea.Visitor;
import dev.cardea.action.AuthRequest;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import dev.cardea.model.Session;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import io.undertow.util.HeaderMap;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A framework integration written from scratch, for the handlers of Undertow. Safe for concurrent use. */
final class UndertowGuard implements HttpHandler {
    // sample
    private static final AttachmentKey<Visitor> VISITOR = AttachmentKey.create(Visitor.class);

    private final Guard guard;
    private final HttpHandler pages;

    UndertowGuard(Auth auth, HttpHandler pages, String... protectedPaths) {
        this.guard = auth.guard(protectedPaths);
        this.pages = pages;
    }

    @Override
    public void handleRequest(HttpServerExchange http) throws Exception {
        if (http.isInIoThread()) {
            http.dispatch(this); // stores and providers block
            return;
        }
        http.startBlocking();
        var request = request(http);
        var admission = guard.admit(request, http.getRequestPath());
        if (admission instanceof Admission.Route route) {
            var body = http.getInputStream().readNBytes(AuthRequest.MAX_BODY + 1);
            send(route.answer(request.body(body)), http);
        } else if (admission instanceof Admission.Denial denial) {
            send(denial.response(), http);
        } else if (admission instanceof Admission.Page page) {
            http.putAttachment(VISITOR, page.visitor());
            http.addResponseCommitListener(sent -> page.visitor().keep(sent.getStatusCode(), headers(sent)));
            pages.handleRequest(http);
        }
    }
    // end

    // sample
    private static Request request(HttpServerExchange http) {
        List<Headers.Field> fields = new ArrayList<>();
        for (var header : http.getRequestHeaders()) {
            for (var value : header)
                fields.add(new Headers.Field(header.getHeaderName().toString(), value));
        }
        var target = http.getRequestURI() + (http.getQueryString().isEmpty() ? "" : "?" + http.getQueryString());
        var peer = http.getSourceAddress().getAddress().getHostAddress();
        var method = http.getRequestMethod().toString();
        return Request.of(method, http.getRequestScheme(), target, Headers.of(fields), new byte[0], peer);
    }

    private static void send(Response response, HttpServerExchange http) throws IOException {
        http.setStatusCode(response.status());
        for (var field : response.headers().fields()) {
            http.getResponseHeaders().add(new HttpString(field.name()), field.value());
        }
        if (!http.getRequestMethod().equals(Methods.HEAD))
            http.getOutputStream().write(response.body());
    }
    // end

    // sample
    private static ResponseHeaders headers(HttpServerExchange http) {
        return new UndertowHeaders(http.getResponseHeaders());
    }

    private record UndertowHeaders(HeaderMap headers) implements ResponseHeaders {
        @Override
        public Collection<String> names() {
            return headers.getHeaderNames().stream().map(HttpString::toString).toList();
        }

        @Override
        public Collection<String> values(String name) {
            return headers.contains(name) ? List.copyOf(headers.get(name)) : List.of();
        }

        @Override
        public void set(String name, List<String> values) {
            headers.remove(name);
            headers.addAll(new HttpString(name), values);
        }
    }
    // end

    // sample
    static Visitor visitor(HttpServerExchange http) {
        return Objects.requireNonNull(http.getAttachment(VISITOR), "put the page behind UndertowGuard");
    }

    static void signIn(HttpServerExchange http, SignIn signIn) {
        send(visitor(http).signIn(signIn, headers(http)), http);
    }

    static void signOut(HttpServerExchange http, SignOut signOut) {
        send(visitor(http).signOut(signOut, headers(http)), http);
    }

    static Optional<Session> unstableUpdate(HttpServerExchange http, Session data) {
        return visitor(http).unstableUpdate(data, headers(http));
    }

    private static void send(Redirect redirect, HttpServerExchange http) {
        http.setStatusCode(StatusCodes.FOUND);
        for (var field : redirect.headers().fields()) {
            http.getResponseHeaders().put(new HttpString(field.name()), field.value());
        }
    }
    // end
}
