package dev.cardea.action;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A parsed request: which action or further route, on which provider, with which fields. Only {@link #parse} makes
 * one.
 */
public final class AuthRequest {
    /** The longest body that is read, in bytes. */
    public static final int MAX_BODY = 64 * 1024;

    /** The longest path and query that is read, in characters. */
    public static final int MAX_TARGET = 8 * 1024;

    private final Request http;
    private final String origin;
    private final String basePath;
    private final RoutePath path;
    private final Map<String, String> query;
    private final Map<String, String> cookies;
    private final Claims body;

    private AuthRequest(Request http, String origin, String basePath, RoutePath path) {
        this.http = http;
        this.origin = origin;
        this.basePath = basePath;
        this.path = path;
        query = Collections.unmodifiableMap(Form.decode(http.rawQuery()));
        cookies = Collections.unmodifiableMap(http.cookies());
        body = mayChange() && !path.isForProxies() ? body(http) : Claims.NONE;
    }

    /**
     * Parses a request for an action.
     *
     * @param origin the site's own, already validated: {@code https://app.example}
     * @param basePath {@code /auth}; empty text for the root
     * @throws BadRequestException where method, path, sizes or body are not what any action takes
     */
    public static AuthRequest parse(Request http, String origin, String basePath) {
        return parse(http, origin, basePath, Map.of());
    }

    /**
     * Parses a request for an action or a further route.
     *
     * @param routes further routes, by name
     * @throws BadRequestException where method, path, sizes or body are not what any of them takes
     */
    public static AuthRequest parse(
            Request http, String origin, String basePath, Map<String, ? extends RouteSyntax> routes) {
        if (http.target().length() > MAX_TARGET) throw new BadRequestException("the address is too long");
        var path = RoutePath.parse(http.path(), basePath, routes);
        if (!path.isForProxies() && http.body().length > MAX_BODY)
            throw new BadRequestException("the body is too long");
        if (!path.takes(http.method())) throw new BadRequestException("the route doesn't allow this method");
        try {
            return new AuthRequest(http, origin, basePath, path);
        } catch (IllegalArgumentException e) {
            throw new BadRequestException(e.getMessage() == null ? "malformed" : e.getMessage());
        }
    }

    /**
     * Returns the name of the further route of a path, as {@link #parse} reads it; empty for an action.
     *
     * @throws BadRequestException where the path leads to neither
     */
    public static Optional<String> route(String path, String basePath, Map<String, ? extends RouteSyntax> routes) {
        return Optional.ofNullable(RoutePath.parse(path, basePath, routes).route());
    }

    /** Returns the action; empty for a further route. */
    public Optional<AuthAction> action() {
        return Optional.ofNullable(path.action());
    }

    /** Returns whether the request is for this action. */
    public boolean isFor(AuthAction action) {
        return path.action() == action;
    }

    /** Returns whether the request begins or completes a sign-in, rather than show the page for it. */
    public boolean isSignIn() {
        return isFor(AuthAction.CALLBACK) || (isFor(AuthAction.SIGNIN) && isPost());
    }

    /** Returns the name of the further route; empty for an action. */
    public Optional<String> route() {
        return Optional.ofNullable(path.route());
    }

    /** Returns the provider of an action; empty if the path names none, and for a further route. */
    public Optional<String> providerId() {
        return path.action() == null ? Optional.empty() : Optional.ofNullable(path.segment());
    }

    /** Returns the second segment of the path, as it was sent; for a route that proxies ask all that follows its name. */
    public Optional<String> segment() {
        return Optional.ofNullable(path.segment());
    }

    /**
     * Returns whether the method may change something: any but {@code GET} and {@code HEAD} (RFC 9110, section 9.2.1).
     */
    public boolean mayChange() {
        return !http.method().equals("GET") && !http.method().equals("HEAD");
    }

    public Request http() {
        return http;
    }

    public boolean isPost() {
        return http.method().equals("POST");
    }

    /** The site's own origin, without a trailing slash. */
    public String origin() {
        return origin;
    }

    public boolean isHttps() {
        return origin.startsWith("https:");
    }

    /** Origin and base path: where all routes are. */
    public String baseUrl() {
        return origin + basePath;
    }

    /** The whole address, query included, on the site's own origin. */
    public String url() {
        return origin + WebUrl.escape(http.target());
    }

    /** Decoded query parameters; of a repeated one the last counts. */
    public Map<String, String> query() {
        return query;
    }

    /** The query parameter {@code error}, of which the first counts. */
    public Optional<String> error() {
        return Form.first(http.rawQuery(), "error");
    }

    public Map<String, String> cookies() {
        return cookies;
    }

    /** The fields of a request that may change something: a form's, or a JSON object's; none for any other body. */
    public Claims body() {
        return body;
    }

    /** Returns the request without these fields of its body; the same one if it has none of them. */
    public AuthRequest without(Set<String> fields) {
        if (fields.stream().noneMatch(body::has)) return this;
        var rest = http.headers(http.headers().set("content-type", "application/json"))
                .body(body.without(fields).toJson());
        return new AuthRequest(rest, origin, basePath, path);
    }

    /** A body field that is a text; {@code null} where it is absent or anything else. */
    public @Nullable String field(String name) {
        return body.text(name);
    }

    /** Returns whether the caller wants {@code {"url": …}} instead of a redirect. */
    public boolean returnsRedirect() {
        return http.headers().has("x-auth-return-redirect");
    }

    private static Claims body(Request http) {
        String type = http.header("content-type").orElse("");
        int semicolon = type.indexOf(';');
        String media =
                (semicolon < 0 ? type : type.substring(0, semicolon)).trim().toLowerCase(Locale.ROOT);
        if (http.body().length == 0) return Claims.NONE;
        if (media.equals("application/json")) return json(http.text());
        if (media.equals("application/x-www-form-urlencoded")) return Claims.of(Form.decode(http.text()));
        return Claims.NONE;
    }

    private static Claims json(String text) {
        try {
            return Json.parse(text, Json.INBOUND_DEPTH) instanceof Map<?, ?> object ? Claims.of(object) : Claims.NONE;
        } catch (JsonException e) {
            throw new BadRequestException("the body is not JSON");
        }
    }
}
