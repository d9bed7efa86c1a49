package dev.cardea.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.Env;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.module.Extension;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One account with a password, for a trial without a configuration. Its user is not one of the people to click: a provider
 * would not be linked to a user who signed in with a password before.
 */
final class PasswordAccount implements Extension<AuthConfig.Builder> {
    static final String ADDRESS = "pat@example.com";
    static final String PASSWORD = "cardea";

    private static final String FIELD = "email";

    private final DevelopmentMode mode;

    /** @param mode configures everything else before */
    PasswordAccount(DevelopmentMode mode) {
        this.mode = mode;
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        mode.configure(config, env);
        // The store of a trial is SQLite, which has users.
        var users = (UserAdapter) Objects.requireNonNull(config.adapter());
        var clock = config.clock();
        config.provider(CredentialsProvider.of((credentials, request) -> user(credentials, users, clock))
                .name("Password")
                .field(FIELD, CredentialInput.text("Email").with("placeholder", ADDRESS))
                .field("password", CredentialInput.password("Password").with("placeholder", PASSWORD))
                .databaseSessions(true));
    }

    private static Optional<User> user(Claims credentials, UserAdapter users, Clock clock) {
        if (!matches(credentials.text(FIELD), ADDRESS) || !matches(credentials.text("password"), PASSWORD)) {
            return Optional.empty();
        }
        return users.getUserByEmail(ADDRESS)
                .or(() -> Optional.of(users.createUser(
                        User.of(null, "Pat Password", ADDRESS).with("emailVerified", clock.instant()))));
    }

    private static boolean matches(@Nullable String entered, String expected) {
        var text = Objects.requireNonNullElse(entered, "");
        return MessageDigest.isEqual(text.strip().getBytes(UTF_8), expected.getBytes(UTF_8));
    }
}
