package dev.cardea.provider;

import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import java.util.List;
import java.util.stream.Collectors;

/** Describes a credential that a site has not set, with the variables that set it. */
final class MissingCredential {
    private MissingCredential() {}

    /**
     * @param setting as the builder calls it
     * @param variableIds the ids whose variables the provider reads, its own first
     * @param variable the end of the variable's name
     */
    static Finding of(String provider, String setting, List<String> variableIds, String variable) {
        var variables =
                variableIds.stream().map(id -> Provider.variable(id, variable)).collect(Collectors.joining(" or "));
        return of(provider, setting, setting + " or " + variables);
    }

    /** Describes one that no variable sets. */
    static Finding of(String provider, String setting) {
        return of(provider, setting, setting);
    }

    private static Finding of(String provider, String setting, String fix) {
        return new Finding(
                ErrorType.INVALID_CONFIGURATION,
                "providers." + provider + "." + setting,
                "the provider " + provider + " has no " + setting + ", so every sign-in with it fails; set " + fix);
    }
}
