package dev.cardea.token;

import dev.cardea.http.CookieHeader;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the session token of a request (interface: {@code getToken}): from the session cookie, else from an
 * {@code Authorization: Bearer} header (RFC 6750 §2.1). What a visitor sends never makes it throw. Immutable; each method
 * returns a changed copy. Safe for concurrent use.
 *
 * <p>A token that was issued for an unverified e-mail address, by a passkey or by a provider that had not verified it,
 * counts as no token where the site has e-mail sign-in. Only the store knows whether the owner of the address has ended it
 * since, and this reader has no store: {@code Auth.session} reads such tokens.
 *
 * <pre>{@code
 * static final TokenReader READER = TokenReader.with(Secrets.of(System.getenv("AUTH_SECRET"))).secureCookie(true);
 *
 * READER.read(request).map(claims -> claims.text("sub"));
 * }</pre>
 */
public final class TokenReader {
    private static final String COOKIE = "authjs.session-token";

    private final @Nullable Secrets secrets;
    private final boolean secureCookie;
    private final @Nullable String cookieName;
    private final @Nullable String salt;
    private final JwtCodec usual;
    private final @Nullable JwtCodec own;

    private TokenReader(
            @Nullable Secrets secrets,
            boolean secureCookie,
            @Nullable String cookieName,
            @Nullable String salt,
            JwtCodec usual,
            @Nullable JwtCodec own) {
        this.secrets = secrets;
        this.secureCookie = secureCookie;
        this.cookieName = cookieName;
        this.salt = salt;
        this.usual = usual;
        this.own = own;
    }

    /** A reader for tokens that any of these secrets sealed. */
    public static TokenReader with(Secrets secrets) {
        return new TokenReader(secrets, false, null, null, Jwt.CODEC, null);
    }

    /** For {@link #readRaw} alone: {@link #read} refuses the first token it meets. */
    public static TokenReader withoutSecret() {
        return new TokenReader(null, false, null, null, Jwt.CODEC, null);
    }

    /** Whether the cookie has the prefix that browsers keep to HTTPS; as the site that sets it has it. Else it has not. */
    public TokenReader secureCookie(boolean on) {
        return new TokenReader(secrets, on, cookieName, salt, usual, own);
    }

    /** The cookie's whole name, where the site gives it one of its own; {@link #secureCookie} then counts for nothing. */
    public TokenReader cookieName(String name) {
        return new TokenReader(secrets, secureCookie, name, salt, usual, own);
    }

    /** The salt, where it is not the cookie's name. */
    public TokenReader salt(String text) {
        return new TokenReader(secrets, secureCookie, cookieName, text, usual, own);
    }

    /** The application's own codec. Whatever it throws counts as a token that cannot be trusted. */
    public TokenReader decode(JwtCodec own) {
        return new TokenReader(secrets, secureCookie, cookieName, salt, usual, own);
    }

    /** The time that tokens are judged by, the system's if left out; an own codec has its own. Keep the reader: its keys go with it. */
    public TokenReader clock(Clock clock) {
        var judging = new EncryptedJwt(clock, Randomness.secure());
        return new TokenReader(secrets, secureCookie, cookieName, salt, judging, own);
    }

    /**
     * The claims; empty where there is no token, or none that can be trusted.
     *
     * @throws MissingSecretException where there is a token and no secret to open it
     */
    public Optional<Claims> read(Request request) {
        return read(name -> request.header(name).orElse(null));
    }

    /**
     * The same out of a framework's headers.
     *
     * @param headers names in any case; the first of several counts
     * @throws MissingSecretException where there is a token and no secret to open it
     */
    public Optional<Claims> read(Map<String, String> headers) {
        return read(lookUp(headers));
    }

    /**
     * The same out of whatever gives headers, such as {@code servletRequest::getHeader}.
     *
     * @param header gives the value of a header by its lower-case name, or {@code null}
     * @throws MissingSecretException where there is a token and no secret to open it
     */
    public Optional<Claims> read(Function<String, @Nullable String> header) {
        var token = readRaw(header);
        if (token.isEmpty()) return Optional.empty();
        if (secrets == null) throw new MissingSecretException();
        try {
            var params = new DecodeParams(token.get(), secrets, salt == null ? name() : salt);
            return (own == null ? usual : own).decode(params).filter(claims -> !UnverifiedMark.isOn(claims));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The token itself, not opened and not to be trusted; empty where there is none, or its chunks make none. */
    public Optional<String> readRaw(Request request) {
        return readRaw(name -> request.header(name).orElse(null));
    }

    /** @see #read(Map) */
    public Optional<String> readRaw(Map<String, String> headers) {
        return readRaw(lookUp(headers));
    }

    /** @see #read(Function) */
    public Optional<String> readRaw(Function<String, @Nullable String> header) {
        var cookies = header.apply("cookie");
        if (cookies != null) {
            var sent = SessionChunks.read(CookieHeader.parse(cookies), name());
            if (sent.broken()) return Optional.empty();
            if (sent.token() != null) return Optional.of(sent.token());
        }
        return bearer(header.apply("authorization"));
    }

    private String name() {
        if (cookieName != null) return cookieName;
        return secureCookie ? "__Secure-" + COOKIE : COOKIE;
    }

    private static Optional<String> bearer(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith("Bearer ")) return Optional.empty();
        int end = authorization.indexOf(' ', 7);
        var token = authorization.substring(7, end < 0 ? authorization.length() : end);
        return token.isEmpty() ? Optional.empty() : Form.decodeComponent(token);
    }

    private static Function<String, @Nullable String> lookUp(Map<String, String> headers) {
        return name -> {
            // The platform's own HTTP classes name the status line null.
            for (var header : headers.entrySet()) if (name.equalsIgnoreCase(header.getKey())) return header.getValue();
            return null;
        };
    }
}
