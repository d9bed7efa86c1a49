package dev.cardea.examples.guides;

// sample
import dev.cardea.hook.SignInParams;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The email address of a sign-in, if it is verified. */
public final class VerifiedAddress {
    private VerifiedAddress() {}

    public static Optional<String> of(SignInParams p) {
        if (p.account() == null) return Optional.empty();
        return switch (p.account().type()) {
            case "email" -> Optional.ofNullable(p.user().email()); // the link goes to this address
            case "webauthn" -> stored(p.user());
            default -> verifiedByProvider(p.profile());
        };
    }

    private static Optional<String> stored(User user) {
        return user.emailVerified() == null ? Optional.empty() : Optional.ofNullable(user.email());
    }

    private static Optional<String> verifiedByProvider(@Nullable Profile profile) {
        if (profile == null || profile.email() == null) return Optional.empty();
        if (!Boolean.TRUE.equals(profile.emailVerified())) return Optional.empty();
        return Optional.ofNullable(EmailAddress.ofProvider(profile.email()));
    }
}
// end
