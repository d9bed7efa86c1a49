package dev.cardea.model;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The login of a user, as shaped by the {@code session} callback (Auth.js: {@code Session}). Everything in it reaches
 * the browser through {@code GET session}.
 */
public final class Session {
    private static final Claim<Claims> USER = Claim.object("user");
    private static final Claim<Instant> EXPIRES = Claim.time("expires");

    private final Claims claims;
    private final @Nullable Object json;

    private Session(Claims claims, @Nullable Object json) {
        this.claims = claims;
        this.json = json;
    }

    public static Session of(Claims claims) {
        return new Session(claims, claims.asMap());
    }

    public static Session of(User user, Instant expires) {
        return of(Claims.of("user", user.claims()).with("expires", expires));
    }

    /** Creates a session from any JSON value that a callback outside this JVM returned, usually an object. */
    public static Session ofJson(Object json) {
        var held = Claims.of("value", json).value("value");
        return held instanceof Map<?, ?> object ? of(Claims.of(object)) : new Session(Claims.NONE, held);
    }

    /** Returns the user; without fields if the session callback removed it. */
    public User user() {
        return User.of(claims.get(USER).orElse(Claims.NONE));
    }

    /**
     * Returns when the session expires unless it is refreshed; {@code null} if the session callback removed the field.
     */
    public @Nullable Instant expires() {
        return claims.get(EXPIRES).orElse(null);
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return claims.get(claim);
    }

    /**
     * Reads the session as a record of the application. A component that the session lacks is read from its user.
     *
     * <pre>{@code
     * record Me(String id, String name, Role role) {}
     * auth.session(request).map(session -> session.as(Me.class))
     * }</pre>
     *
     * @throws dev.cardea.json.JsonException as {@link Claims#as} does
     */
    public <R extends Record> R as(Class<R> view) {
        return user().claims().withAll(claims).as(view);
    }

    public Session with(String name, @Nullable Object value) {
        return of(claims.with(name, value));
    }

    public <T> Session with(Claim<T> claim, @Nullable T value) {
        return of(claims.with(claim, value));
    }

    public Session user(User user) {
        return with("user", user.claims());
    }

    /** Returns all fields, in order. */
    public Claims claims() {
        return claims;
    }

    /** Returns what {@code GET session} sends, as a JSON value. */
    public @Nullable Object json() {
        return json;
    }

    /** Returns what {@code GET session} sends, as text. */
    public String toJson() {
        return Json.print(json);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Session session && toJson().equals(session.toJson());
    }

    @Override
    public int hashCode() {
        return claims.hashCode();
    }

    @Override
    public String toString() {
        return "Session[" + claims + "]";
    }
}
