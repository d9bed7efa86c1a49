package dev.cardea.providers;

import dev.cardea.provider.OAuthProvider;

/** Where a profile says that its address is proven. */
final class Proof {
    private Proof() {}

    /** A flag; where there is none the service does not say. */
    static OAuthProvider.EmailProof at(String path) {
        var flag = Path.parse(path);
        return (profile, provider) -> flag.follow(profile.claims().asMap()) instanceof Boolean proven ? proven : null;
    }
}
