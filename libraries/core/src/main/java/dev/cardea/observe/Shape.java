package dev.cardea.observe;

import dev.cardea.json.Claims;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a JSON object: the names of its members, if the names are well known, with the types of their values. It
 * contains no value. Immutable.
 */
public final class Shape {
    /** The names that are kept: those of the standards, and those that the built-in providers send. */
    private static final Set<String> NAMES = Set.of(
            "access_token",
            "acr",
            "address",
            "alg",
            "amr",
            "at_hash",
            "aud",
            "auth_time",
            "authorization_endpoint",
            "avatar",
            "avatar_url",
            "azp",
            "birthdate",
            "c_hash",
            "claims_supported",
            "code",
            "code_challenge_methods_supported",
            "created_at",
            "data",
            "display_name",
            "email",
            "email_verified",
            "emails",
            "end_session_endpoint",
            "error",
            "error_description",
            "error_uri",
            "exp",
            "expires_in",
            "family_name",
            "first_name",
            "gender",
            "given_name",
            "global_name",
            "groups",
            "grant_types_supported",
            "iat",
            "id",
            "id_token",
            "id_token_signing_alg_values_supported",
            "image",
            "introspection_endpoint",
            "iss",
            "issuer",
            "jti",
            "jwks_uri",
            "keys",
            "last_name",
            "link",
            "locale",
            "login",
            "mail",
            "message",
            "name",
            "nbf",
            "nickname",
            "nonce",
            "oid",
            "ok",
            "open_id",
            "phone_number",
            "phone_number_verified",
            "picture",
            "preferred_username",
            "profile",
            "real_name",
            "refresh_token",
            "response_modes_supported",
            "response_types_supported",
            "result",
            "revocation_endpoint",
            "roles",
            "scope",
            "scopes_supported",
            "session_state",
            "sid",
            "status",
            "sub",
            "subject_types_supported",
            "tid",
            "token_endpoint",
            "token_endpoint_auth_methods_supported",
            "token_type",
            "type",
            "upn",
            "updated_at",
            "uid",
            "url",
            "user",
            "user_id",
            "userinfo_endpoint",
            "username",
            "uuid",
            "ver",
            "verified",
            "verified_email",
            "website",
            "zoneinfo");

    private final Map<String, Type> members;
    private final int others;

    private Shape(Map<String, Type> members, int others) {
        this.members = members;
        this.others = others;
    }

    /** The type of a value. */
    public enum Type implements Choice {
        NULL,
        BOOLEAN,
        NUMBER,
        TEXT,
        EMPTY_TEXT,
        LIST,
        OBJECT;

        /** Returns a value of this type, such as {@code "text"}; {@code null} for {@link #NULL}. */
        public @Nullable Object example() {
            return switch (this) {
                case NULL -> null;
                case BOOLEAN -> true;
                case NUMBER -> 1L;
                case TEXT -> "text";
                case EMPTY_TEXT -> "";
                case LIST -> List.of();
                case OBJECT -> Map.of();
            };
        }

        private static Type of(@Nullable Object value) {
            if (value == null) return NULL;
            if (value instanceof Boolean) return BOOLEAN;
            if (value instanceof Number) return NUMBER;
            if (value instanceof List) return LIST;
            if (value instanceof Map) return OBJECT;
            return value.toString().isEmpty() ? EMPTY_TEXT : TEXT;
        }
    }

    public static Shape of(Claims object) {
        var members = new TreeMap<String, Type>();
        int others = 0;
        for (var member : object.asMap().entrySet()) {
            if (NAMES.contains(member.getKey())) members.put(member.getKey(), Type.of(member.getValue()));
            else others++;
        }
        return new Shape(Map.copyOf(members), others);
    }

    /** Returns whether a name is kept. */
    public static boolean isKnown(String name) {
        return NAMES.contains(name);
    }

    /** Returns the members with well-known names. */
    public Map<String, Type> members() {
        return members;
    }

    /** Returns how many members have other names. */
    public int others() {
        return others;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape it && it.members.equals(members) && it.others == others;
    }

    @Override
    public int hashCode() {
        return members.hashCode() + others;
    }

    @Override
    public String toString() {
        var known = new TreeMap<>(members)
                .entrySet().stream()
                        .map(member -> member.getKey() + ":" + member.getValue().label())
                        .collect(Collectors.joining(", "));
        return others == 0 ? known : known + (known.isEmpty() ? "" : ", ") + others + " others";
    }
}
