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
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A module's cookie, with a key of its name.
 *
 * @param secrets empty in a configuration that will be rejected
 * @param useSecureCookies {@code null}: by the scheme of the request
 */
public record SealedModuleCookie(
        String name,
        Duration life,
        JwtCodec codec,
        List<String> secrets,
        @Nullable Boolean useSecureCookies) implements ModuleCookie {
    private static final Pattern NAME = Pattern.compile("[a-z]+(-[a-z]+)*");

    public SealedModuleCookie {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name of a module's cookie has lowercase letters and hyphens only");
        }
    }

    @Override
    public Cookie sealed(Claims content, boolean isHttps) {
        var claims = Claims.of("content", content.asMap());
        var token = codec.encode(new EncodeParams(claims, Secrets.of(secrets), purpose(), life.toSeconds()));
        return new Cookie(name(isHttps), token, options(isHttps).maxAge(life.toSeconds()));
    }

    @Override
    public Optional<Claims> open(Map<String, String> sent, boolean isHttps) {
        try {
            return codec.decode(new DecodeParams(sent.get(name(isHttps)), Secrets.of(secrets), purpose()))
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
