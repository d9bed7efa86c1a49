package dev.cardea.providers;

import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.provider.EmailProof;

/** Reads from a profile whether its address is verified. */
final class EmailVerifiedClaim {
    private EmailVerifiedClaim() {}

    /** Reads the value as {@link Profile#emailVerified} reads the standard claim. */
    static EmailProof at(String path) {
        var flag = JsonPath.parse(path);
        return (profile, provider) -> {
            var said = flag.follow(profile.claims().asMap());
            return said == JsonPath.MISSING
                    ? null
                    : Profile.of(Claims.of("email_verified", said)).emailVerified();
        };
    }
}
