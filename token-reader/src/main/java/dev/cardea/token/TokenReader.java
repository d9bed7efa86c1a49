package dev.cardea.token;

import dev.cardea.http.CookieHeader;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the session token of a request (interface: {@code getToken}): from the session cookie, else from a
 * {@code Bearer} header. What a visitor sends never makes it throw. Immutable; each method returns a changed copy.
 */
public final class TokenReader {
    private static final String COOKIE = "authjs.session-token";

    private final @Nullable Secrets secrets;
    private final boolean secureCookie;
    private final @Nullable String cookieName;
    private final @Nullable String salt;
    private final JwtCodec codec;

    private TokenReader(
            @Nullable Secrets secrets,
            boolean secureCookie,
            @Nullable String cookieName,
            @Nullable String salt,
            JwtCodec codec) {
        this.secrets = secrets;
        this.secureCookie = secureCookie;
        this.cookieName = cookieName;
        this.salt = salt;
        this.codec = codec;
    }

    public static TokenReader with(Secrets secrets) {
        return new TokenReader(secrets, false, null, null, new EncryptedJwt(Clock.systemUTC(), Randomness.secure()));
    }

    /** For {@link #readRaw} alone. */
    public static TokenReader withoutSecret() {
        return new TokenReader(null, false, null, null, new EncryptedJwt(Clock.systemUTC(), Randomness.secure()));
    }

    /** Whether the cookie has the prefix that browsers keep to HTTPS; as the site that sets it has it. */
    public TokenReader secureCookie(boolean on) {
        return new TokenReader(secrets, on, cookieName, salt, codec);
    }

    public TokenReader cookieName(String name) {
        return new TokenReader(secrets, secureCookie, name, salt, codec);
    }

    /** The salt where it is not the cookie's name. */
    public TokenReader salt(String text) {
        return new TokenReader(secrets, secureCookie, cookieName, text, codec);
    }

    /** The application's own codec. */
    public TokenReader decode(JwtCodec own) {
        return new TokenReader(secrets, secureCookie, cookieName, salt, own);
    }

    public TokenReader clock(Clock clock) {
        return decode(new EncryptedJwt(clock, Randomness.secure()));
    }

    /**
     * The claims; empty where there is no token, or none that can be trusted.
     *
     * @throws MissingSecretException where there is a token and no secret to open it
     */
    public Optional<Claims> read(Request request) {
        return read(name -> request.header(name).orElse(null));
    }

    public Optional<Claims> read(Map<String, String> headers) {
        return read(lookUp(headers));
    }

    /** @param header gives the value of a header by its lower-case name, or {@code null} */
    public Optional<Claims> read(Function<String, @Nullable String> header) {
        var token = readRaw(header);
        if (token.isEmpty()) return Optional.empty();
        if (secrets == null) throw new MissingSecretException();
        try {
            return codec.decode(new DecodeParams(token.get(), secrets, salt == null ? name() : salt));
        } catch (JoseException e) {
            return Optional.empty();
        }
    }

    /** The token itself, not opened and not to be trusted. */
    public Optional<String> readRaw(Request request) {
        return readRaw(name -> request.header(name).orElse(null));
    }

    public Optional<String> readRaw(Map<String, String> headers) {
        return readRaw(lookUp(headers));
    }

    public Optional<String> readRaw(Function<String, @Nullable String> header) {
        var cookies = header.apply("cookie");
        var token = cookies == null
                ? null
                : SessionChunks.read(CookieHeader.parse(cookies), name()).token();
        return token == null || token.isEmpty() ? bearer(header.apply("authorization")) : Optional.of(token);
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
            for (var header : headers.entrySet()) {
                if (header.getKey().equalsIgnoreCase(name)) return header.getValue();
            }
            return null;
        };
    }
}
