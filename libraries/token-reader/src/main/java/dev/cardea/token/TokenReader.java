package dev.cardea.token;

import dev.cardea.http.CookieHeader;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.token.ReservedClaim.Mark;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the session token of a request (Auth.js: {@code getToken}) from the session cookie, or else from an
 * {@code Authorization: Bearer} header (RFC 6750 §2.1). No request makes it throw if a secret is set. Immutable; each
 * method returns a changed copy. Safe for concurrent use.
 *
 * <p>On a site with email sign-in, a token for an unverified email address is ignored. A passkey or a provider that
 * had not verified the address issued it, and only the store knows whether the owner of the address has ended it since.
 * This reader has no store; {@code Auth.session} reads such tokens. A token of development mode is ignored, too, unless
 * {@link #allowDevelopmentTokens} is on.
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
    private final boolean allowDevelopmentTokens;

    private TokenReader(
            @Nullable Secrets secrets,
            boolean secureCookie,
            @Nullable String cookieName,
            @Nullable String salt,
            JwtCodec usual,
            @Nullable JwtCodec own,
            boolean allowDevelopmentTokens) {
        this.secrets = secrets;
        this.secureCookie = secureCookie;
        this.cookieName = cookieName;
        this.salt = salt;
        this.usual = usual;
        this.own = own;
        this.allowDevelopmentTokens = allowDevelopmentTokens;
    }

    /** Makes a reader for tokens that any of these secrets sealed. */
    public static TokenReader with(Secrets secrets) {
        return new TokenReader(secrets, false, null, null, Jwt.CODEC, null, false);
    }

    /** Makes a reader for {@link #readRaw} alone; {@link #read} throws at the first token. */
    public static TokenReader withoutSecret() {
        return new TokenReader(null, false, null, null, Jwt.CODEC, null, false);
    }

    /**
     * Sets whether the cookie name has the prefix that restricts it to HTTPS, as on the site that sets it. Off by
     * default.
     */
    public TokenReader secureCookie(boolean on) {
        return new TokenReader(secrets, on, cookieName, salt, usual, own, allowDevelopmentTokens);
    }

    /** Sets the complete cookie name if the site overrides it; {@link #secureCookie} then has no effect. */
    public TokenReader cookieName(String name) {
        return new TokenReader(secrets, secureCookie, name, salt, usual, own, allowDevelopmentTokens);
    }

    /** Sets the salt if it differs from the cookie name. */
    public TokenReader salt(String text) {
        return new TokenReader(secrets, secureCookie, cookieName, text, usual, own, allowDevelopmentTokens);
    }

    /** Sets the codec of the application. Any exception that it throws means a token that cannot be trusted. */
    public TokenReader decode(JwtCodec own) {
        return new TokenReader(secrets, secureCookie, cookieName, salt, usual, own, allowDevelopmentTokens);
    }

    /**
     * Sets the clock that decides expiry; the system clock by default. A custom codec uses its own. Keep the reader,
     * because it caches the derived keys.
     */
    public TokenReader clock(Clock clock) {
        var codec = new EncryptedJwt(clock, Randomness.secure());
        return new TokenReader(secrets, secureCookie, cookieName, salt, codec, own, allowDevelopmentTokens);
    }

    /**
     * Sets whether tokens of development mode are read. Off by default.
     *
     * <p><b>Security:</b> development mode signs in any user without proof. Switch this on only where no request from
     * another machine arrives.
     */
    public TokenReader allowDevelopmentTokens(boolean on) {
        return new TokenReader(secrets, secureCookie, cookieName, salt, usual, own, on);
    }

    /**
     * Returns the claims; empty if the request has no token, or none that can be trusted.
     *
     * @throws MissingSecretException if there is a token and no secret to open it
     */
    public Optional<Claims> read(Request request) {
        return read(name -> request.header(name).orElse(null));
    }

    /**
     * Reads the token from the headers of a framework.
     *
     * @param headers names in any case; if a name is repeated, the first value counts
     * @throws MissingSecretException if there is a token and no secret to open it
     */
    public Optional<Claims> read(Map<String, String> headers) {
        return read(lookUp(headers));
    }

    /**
     * Reads the token from a header function such as {@code servletRequest::getHeader}.
     *
     * @param header returns the value of a header by its lower-case name, or {@code null}
     * @throws MissingSecretException if there is a token and no secret to open it
     */
    public Optional<Claims> read(Function<String, @Nullable String> header) {
        var token = readRaw(header);
        if (token.isEmpty()) return Optional.empty();
        if (secrets == null) throw new MissingSecretException();
        try {
            var params = new DecodeParams(token.get(), secrets, salt == null ? name() : salt);
            return (own == null ? usual : own)
                    .decode(params)
                    .map(claims -> allowDevelopmentTokens ? Mark.DEVELOPMENT.off(claims) : claims)
                    .filter(claims -> !Mark.UNVERIFIED.isOn(claims) && !Mark.DEVELOPMENT.isOn(claims));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the token itself, unopened and untrusted; empty if the request has no token or its chunks do not form
     * one.
     */
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
            // The HTTP classes of the JDK use null as the name of the status line.
            for (var header : headers.entrySet()) if (name.equalsIgnoreCase(header.getKey())) return header.getValue();
            return null;
        };
    }
}
