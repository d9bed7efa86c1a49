package dev.cardea.internal.engine;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.hook.Callbacks;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.json.Claims;
import dev.cardea.token.EncryptedJwt;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What a site asks the core instead of being configured with it, such as what it needs to read and renew tokens itself. */
final class CoreDescription {
    private final Site site;
    private final Settings settings;
    private final SessionStrategy sessions;
    private final EncryptedJwt sealing;

    CoreDescription(Site site, SessionStrategy sessions, EncryptedJwt sealing) {
        this.site = site;
        settings = site.settings();
        this.sessions = sessions;
        this.sealing = sealing;
    }

    /** @param secure whether these are the cookies for HTTPS */
    Claims of(AuthCookies cookies, boolean secure) {
        var names = Claims.NONE;
        for (var cookie : AuthCookie.values()) names = names.with(cookie.key(), cookies.name(cookie));
        return Claims.of("basePath", site.paths().basePath())
                .with("cookies", names)
                .with("secureCookies", secure)
                .with("strategy", settings.strategy.name().toLowerCase(Locale.ROOT))
                .with("maxAge", settings.session.maxAge().toSeconds())
                .with("hooks", settings.application.description())
                .with("updateAge", sessions.renewalAge().toSeconds())
                .with("tokenMaxAge", settings.tokenMaxAge().toSeconds())
                .withPresent(
                        "confirmAge",
                        sessions.traits().isRecorded()
                                ? settings.session.confirmAge().toSeconds()
                                : null)
                .withPresent(
                        "absoluteAge",
                        settings.session
                                .absoluteAgeOr(sessions.traits().absoluteAge())
                                .map(Duration::toSeconds)
                                .orElse(null))
                .with("keys", keys(cookies.name(AuthCookie.SESSION_TOKEN)))
                .with("callbacks", callbacks(settings.callbacks))
                .with(
                        "cookieOptions",
                        Claims.of("sessionToken", BridgeResponses.options(cookies.options(AuthCookie.SESSION_TOKEN))))
                .with("csrfChecked", !settings.skipCsrfCheck && !settings.allowCrossSitePosts)
                .with("pages", pages());
    }

    /** The names of the keys, newest first; empty where no site can read the tokens: only the core has another codec. */
    private List<String> keys(String cookie) {
        return settings.jwt.codec() == null ? sealing.keyIds(settings.tokenSecrets(), cookie) : List.of();
    }

    private Claims pages() {
        var pages = site.pages();
        return Claims.NONE
                .withPresent("signIn", pages.signIn())
                .withPresent("signOut", pages.signOut())
                .withPresent("error", pages.error())
                .withPresent("verifyRequest", pages.verifyRequest())
                .withPresent("newUser", pages.newUser());
    }

    /** Where the callbacks of sessions run: in the core, or in the process of the site's own server. */
    private static Claims callbacks(Callbacks callbacks) {
        var jwt = callbacks.isJwtAtSite() ? "site" : "core";
        var session = callbacks.isSessionAtSite() ? "site" : "core";
        return Claims.NONE
                .withPresent("jwt", callbacks.isJwtSet() ? jwt : null)
                .withPresent("session", callbacks.isSessionSet() ? session : null);
    }
}
