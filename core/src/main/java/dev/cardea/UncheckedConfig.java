package dev.cardea;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.internal.config.Draft;
import dev.cardea.internal.config.InvalidConfigurationException;
import dev.cardea.provider.Provider;
import dev.cardea.text.Texts;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A configuration while it is gathered: what an {@link AuthConfig.Extension} may read of it. In no thread but one. */
abstract sealed class UncheckedConfig permits AuthConfig.Builder {
    final Draft draft = new Draft(Clock.systemUTC(), Randomness.secure());

    /** Returns the providers so far. */
    public List<Provider> providers() {
        return List.copyOf(draft.providers);
    }

    /** Returns the store; {@code null} if none is set. */
    public @Nullable Adapter adapter() {
        return draft.adapter;
    }

    /** Returns the address of the site; {@code null} if none is set. */
    public @Nullable String url() {
        return draft.url;
    }

    /** Returns the base path; {@code null} if none is set. */
    public @Nullable String basePath() {
        return draft.basePath;
    }

    /** Returns whether this site's own server may call over the bridge. */
    public boolean bridge() {
        return draft.bridge;
    }

    /** Returns how session tokens are encoded. */
    public JwtOptions jwt() {
        return draft.jwt;
    }

    /** Returns the environment; {@code null} if none is set. */
    public @Nullable Environment environment() {
        return draft.environment;
    }

    public Texts texts() {
        return draft.texts;
    }

    public Clock clock() {
        return draft.clock;
    }

    public Randomness randomness() {
        return draft.randomness;
    }

    InvalidConfigurationException.ErrorPageSettings errorPageSettings() {
        return new InvalidConfigurationException.ErrorPageSettings(
                String.valueOf(draft.basePath), draft.pages, draft.theme, draft.texts, draft.loggerInForce());
    }
}
