package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;

/** Reads from a profile whether its address is verified. */
final class EmailVerifiedClaim {
    private EmailVerifiedClaim() {}

    /** Reads a boolean; if it is absent, the service does not say. */
    static OAuthProvider.EmailProof at(String path) {
        var flag = JsonPath.parse(path);
        return (profile, provider) -> flag.follow(profile.claims().asMap()) instanceof Boolean proven ? proven : null;
    }
}
