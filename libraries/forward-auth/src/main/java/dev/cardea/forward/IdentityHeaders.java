package dev.cardea.forward;

import dev.cardea.http.Headers;
import dev.cardea.model.SessionPrincipal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The headers that a proxy copies into the request. All of them are always there, if need be empty: a proxy that copies
 * what it got replaces the client's own values.
 */
final class IdentityHeaders {
    static final String ID = "Cardea-User-Id";
    static final String EMAIL = "Cardea-User-Email";
    static final String NAME = "Cardea-User-Name";
    static final String ROLES = "Cardea-User-Roles";
    static final String IDENTITY = "Cardea-Identity";

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private IdentityHeaders() {}

    /** @param token the signed identity; empty if no user is signed in */
    static Headers of(@Nullable SessionPrincipal principal, String token) {
        var user = principal == null ? null : principal.session().user();
        var roles = principal == null
                ? ""
                : principal.roles().stream()
                        .map(role -> encoded(role).replace(",", "%2C"))
                        .collect(Collectors.joining(","));
        return Headers.of(ID, user == null ? "" : encoded(user.id()))
                .with(EMAIL, user == null ? "" : encoded(user.email()))
                .with(NAME, user == null ? "" : encoded(user.name()))
                .with(ROLES, roles)
                .with(IDENTITY, token);
    }

    /**
     * Percent-encodes what a header cannot carry, as UTF-8: letters beyond ASCII, control characters, spaces at either end,
     * and the percent sign itself.
     */
    static String encoded(@Nullable String text) {
        if (text == null) return "";
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        var out = new StringBuilder(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            boolean isEnd = i == 0 || i == bytes.length - 1;
            boolean isPlain = b > 0x20 && b < 0x7f && b != '%' || b == ' ' && !isEnd;
            if (isPlain) out.append((char) b);
            else HEX.toHexDigits(out.append('%'), b);
        }
        return out.toString();
    }
}
