package dev.cardea.action;

import dev.cardea.json.Claims;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in from code (Auth.js: {@code signIn(provider?, options?, authorizationParams?)}).
 *
 * <pre>{@code
 * auth.signIn(request, SignIn.with("github").redirectTo("/inside").param("prompt", "login"))
 * }</pre>
 *
 * @param provider {@code null}: the sign-in page
 * @param redirectTo a path; {@code null}: the page the request came from
 * @param fields further fields, such as {@code email} or what credentials need
 * @param params for the provider's authorization request
 */
public record SignIn(
        @Nullable String provider, @Nullable String redirectTo, Claims fields, Map<String, String> params) {
    public SignIn {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    }

    public static SignIn page() {
        return new SignIn(null, null, Claims.NONE, Map.of());
    }

    public static SignIn with(String provider) {
        return new SignIn(provider, null, Claims.NONE, Map.of());
    }

    public SignIn redirectTo(String path) {
        return new SignIn(provider, path, fields, params);
    }

    public SignIn field(String name, @Nullable Object value) {
        return new SignIn(provider, redirectTo, fields.with(name, value), params);
    }

    public SignIn param(String name, String value) {
        var all = new LinkedHashMap<>(params);
        all.put(name, value);
        return new SignIn(provider, redirectTo, fields, all);
    }

    /** Without the fields: they may hold a password. */
    @Override
    public String toString() {
        return "SignIn[" + provider + "]";
    }
}
