package dev.cardea;

import dev.cardea.adapter.Adapter;
import dev.cardea.config.Environment;
import dev.cardea.config.JwtOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.internal.config.Draft;
import dev.cardea.internal.config.InvalidConfigurationException;
import dev.cardea.internal.cookie.SealedModuleCookie;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.jose.Hkdf;
import dev.cardea.limit.RateLimits;
import dev.cardea.module.ModuleCookie;
import dev.cardea.provider.Provider;
import dev.cardea.text.Texts;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of an unfinished configuration that an {@link dev.cardea.module.Extension} may read. Not for sharing between threads. */
abstract class UncheckedConfig {
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

    /** Returns the name that pages and emails show; {@code null} if none is set. */
    public @Nullable String siteName() {
        return draft.siteName;
    }

    /** Returns the base path; {@code null} if none is set. */
    public @Nullable String basePath() {
        return draft.basePath;
    }

    /** Returns who may send forwarded headers; empty if no proxy is named. */
    public List<String> trustedProxies() {
        return draft.trustedProxies;
    }

    /**
     * Derives a key for one purpose from each secret, the newest first (HKDF-SHA-256, RFC 5869). Empty while no secret is
     * set. Keys of different purposes reveal nothing about each other, nor about the secret.
     *
     * @param purpose the {@code info} of the derivation: begins with the name of the module, and never changes
     * @param length in bytes
     */
    public List<byte[]> deriveKeys(String purpose, int length) {
        var info = purpose.getBytes(StandardCharsets.UTF_8);
        return draft.secret.stream()
                .filter(secret -> !secret.isEmpty())
                .map(secret -> Hkdf.sha256(secret.getBytes(StandardCharsets.UTF_8), new byte[0], info, length))
                .toList();
    }

    /**
     * Makes a cookie of a module, for {@link dev.cardea.module.Extension#complete}: the secret is known then.
     *
     * @param name lowercase letters and hyphens; another one for each cookie of all modules
     * @param life how long a content opens, in whole seconds
     * @throws IllegalArgumentException for another form of the name
     * @throws dev.cardea.error.ConfigurationException if there is a cookie of this name already
     */
    public ModuleCookie moduleCookie(String name, Duration life) {
        var codec = new EncryptedJwt(draft.clock, draft.randomness);
        var cookie = new SealedModuleCookie(name, life, codec, draft.secret, draft.useSecureCookies);
        if (!draft.moduleCookies.add(name)) {
            throw new ConfigurationException(
                    ErrorType.INVALID_CONFIGURATION,
                    "two modules have a cookie called cardea." + name
                            + "; remove one of them, or give its cookie another name");
        }
        return cookie;
    }

    /** Returns the rate limits: those that the application set, or the default ones. */
    public RateLimits rateLimits() {
        return draft.rateLimits;
    }

    /** Returns the options of sessions: those that the application set, or the default ones. */
    public SessionOptions session() {
        return draft.session;
    }

    /** Returns whether this site's own server may call over the bridge. */
    public boolean bridge() {
        return draft.bridge;
    }

    /** Returns the callbacks. */
    public Callbacks callbacks() {
        return draft.callbacks;
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
                draft.paths(),
                new SiteName(draft.siteName),
                draft.pages,
                draft.theme,
                draft.texts,
                draft.loggerInForce(),
                List.copyOf(draft.observerOptions.values()));
    }
}
