package dev.cardea.internal.method.oauth;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an authorization request asked to know of the user: the address and name of its scopes (OpenID Connect Core §5.4),
 * and what the parameter {@code claims} names (§5.5).
 */
final class RequestedClaims {
    private final Set<String> names;

    /** @param parameters of the authorization request, as configured */
    RequestedClaims(Map<String, String> parameters) {
        var all = new LinkedHashSet<String>();
        var scopes = List.of(
                parameters.getOrDefault("scope", ResolvedEndpoints.OIDC_SCOPE).split(" ", -1));
        if (scopes.contains("email")) all.add("email");
        if (scopes.contains("profile")) all.add("name");
        all.addAll(namesOf(parameters.getOrDefault("claims", "")));
        names = Set.copyOf(all);
    }

    private static Set<String> namesOf(String parameter) {
        var all = new LinkedHashSet<String>();
        if (parameter.isEmpty()) return all;
        try {
            var claims = Json.parseObject(parameter, Json.TRUSTED_DEPTH);
            for (var place : List.of("id_token", "userinfo")) {
                claims.get(Claim.object(place))
                        .ifPresent(asked -> all.addAll(asked.asMap().keySet()));
            }
        } catch (JsonException e) {
            // The provider will say so; there is nothing here to look for.
        }
        return all;
    }

    /** Whether the ID token lacks something that was requested, so that it has to be asked for at the userinfo endpoint. */
    boolean isMissingIn(Claims idToken) {
        return names.stream().anyMatch(name -> idToken.value(name) == null);
    }

    /**
     * The ID token's claims, and from the userinfo answer those that it lacks. What the provider signed is never replaced.
     * That an address or a number is verified is said of the one beside it, and not carried over to another.
     */
    static Claims completed(Claims idToken, Claims userinfo) {
        var all = idToken;
        for (var claim : userinfo.asMap().entrySet()) {
            var name = claim.getKey();
            if (all.value(name) == null && !isAboutAnother(name, idToken, userinfo))
                all = all.with(name, claim.getValue());
        }
        return all;
    }

    private static boolean isAboutAnother(String name, Claims idToken, Claims userinfo) {
        var subject = switch (name) {
            case "email_verified" -> "email";
            case "phone_number_verified" -> "phone_number";
            default -> null;
        };
        var signed = subject == null ? null : idToken.value(subject);
        return signed != null && !signed.equals(userinfo.value(String.valueOf(subject)));
    }
}
