package dev.cardea.internal.cookie;

import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.module.ModuleCookie;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A module's cookie, with a key of its name. */
public final class SealedModuleCookie implements ModuleCookie {
    private static final Pattern NAME = Pattern.compile("[a-z]+(-[a-z]+)*");

    private final String name;
    private final Duration life;
    private final JwtCodec codec;
    /** {@code null} in a configuration that will be rejected. */
    private final @Nullable Secrets secrets;

    private final @Nullable Boolean useSecureCookies;

    /**
     * @param secrets newest first; empty, or with an empty one, in a configuration that will be rejected
     * @param useSecureCookies {@code null}: by the scheme of the request
     * @throws IllegalArgumentException for a name with other characters than lowercase letters and hyphens
     */
    public SealedModuleCookie(
            String name, Duration life, JwtCodec codec, List<String> secrets, @Nullable Boolean useSecureCookies) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a module's cookie has lowercase letters and hyphens only");
        }
        this.name = name;
        this.life = life;
        this.codec = codec;
        this.secrets = secrets.isEmpty() || secrets.contains("") ? null : Secrets.of(secrets);
        this.useSecureCookies = useSecureCookies;
    }

    @Override
    public Cookie sealed(Claims content, boolean isHttps) {
        var claims = Claims.of("content", content.asMap());
        var token = codec.encode(new EncodeParams(claims, secrets(), purpose(), life.toSeconds()));
        return new Cookie(name(isHttps), token, options(isHttps).maxAge(life.toSeconds()));
    }

    @Override
    public Optional<Claims> open(Map<String, String> sent, boolean isHttps) {
        try {
            return codec.decode(new DecodeParams(sent.get(name(isHttps)), secrets(), purpose()))
                    .map(claims -> claims.value("content"))
                    .map(content -> Claims.of((Map<?, ?>) content));
        } catch (JoseException e) {
            return Optional.empty();
        }
    }

    @Override
    public Cookie deleted(boolean isHttps) {
        return Cookie.deleted(name(isHttps), options(isHttps));
    }

    private Secrets secrets() {
        return Objects.requireNonNull(secrets, "no secret is set");
    }

    private String purpose() {
        return "cardea cookie of a module " + name;
    }

    private String name(boolean isHttps) {
        return (isSecure(isHttps) ? "__Host-cardea." : "cardea.") + name;
    }

    private CookieOptions options(boolean isHttps) {
        return CookieOptions.DEFAULT.sameSite(SameSite.LAX).secure(isSecure(isHttps));
    }

    private boolean isSecure(boolean isHttps) {
        return useSecureCookies == null ? isHttps : useSecureCookies;
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "ModuleCookie[" + name + "]";
    }
}
