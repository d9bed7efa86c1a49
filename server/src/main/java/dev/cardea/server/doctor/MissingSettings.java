package dev.cardea.server.doctor;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.providers.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Lists the credentials that a provider needs and that are not set, with the variables that can set them. */
final class MissingSettings {
    private static final Set<String> WITHOUT_SECRET = Set.of("none", "private_key_jwt");

    private MissingSettings() {}

    static List<String> of(Provider provider) {
        if (provider instanceof OAuthProvider oauth) return of(oauth);
        return provider instanceof EmailProvider email ? of(email) : List.of();
    }

    private static List<String> of(EmailProvider provider) {
        if (provider.apiKey() != null || !Providers.needsKey(provider)) return List.of();
        return List.of("the provider " + provider.id() + " has no apiKey, so it cannot send mail; set apiKey or "
                + variables(provider.variableIds(), "KEY"));
    }

    private static List<String> of(OAuthProvider provider) {
        var lines = new ArrayList<String>();
        if (provider.clientId() == null) {
            lines.add(
                    "the provider " + provider.id() + " has no clientId, so it rejects every sign-in; set clientId or "
                            + variables(provider.variableIds(), "ID"));
        }
        if (provider.clientSecret() == null && needsSecret(provider)) {
            lines.add("the provider " + provider.id()
                    + " has no clientSecret, so every sign-in fails; set clientSecret or "
                    + variables(provider.variableIds(), "SECRET"));
        }
        return lines;
    }

    private static boolean needsSecret(OAuthProvider provider) {
        var method = provider.client().text("token_endpoint_auth_method");
        return !provider.makesClientSecret() && (method == null || !WITHOUT_SECRET.contains(method));
    }

    private static String variables(List<String> ids, String what) {
        return ids.stream().map(id -> Provider.variable(id, what)).collect(Collectors.joining(" or "));
    }
}
