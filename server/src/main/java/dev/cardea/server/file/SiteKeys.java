package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.ListOf;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of the site itself: its URL, its secret, and whom it trusts. */
final class SiteKeys {
    private static final long TEN_YEARS_MILLIS = 315_360_000_000L;

    private static final Key STRICT_TRANSPORT_SECURITY = Key.number(
            "strictTransportSecurity",
            null,
            "How many seconds browsers use only https for this host.",
            0,
            TEN_YEARS_MILLIS);

    static final List<Key> KEYS = List.of(
            Key.text("url", null, "The URL of the site, as visitors see it.").from("AUTH_URL", "NEXTAUTH_URL"),
            Key.text("siteName", null, "The name that pages, emails and passkeys show; by default the host.")
                    .from("AUTH_SITE_NAME"),
            Key.text("basePath", "/auth", "The path of the routes; by default the path of url."),
            Key.text("strippedPrefix", null, "The path that a proxy removes from every request, such as /app.")
                    .from("AUTH_STRIPPED_PREFIX"),
            Key.of(
                            "secret",
                            null,
                            "The secret that encrypts and signs, at least 32 bytes; a list begins with the newest.",
                            Shape.SECRET,
                            new ListOf(Shape.SECRET))
                    .from(Env.SECRETS.toArray(String[]::new)),
            Key.flag(
                            "trustHost",
                            "false",
                            "Trusts Host and X-Forwarded-Host if url is not set; only behind a proxy that sets them.")
                    .from("AUTH_TRUST_HOST"),
            Key.texts("trustedProxies", "IP addresses of the proxies to trust for forwarded headers."),
            Key.texts("allowedHosts", "The hosts of the site; requests for others get 400."),
            Key.texts("allowedOrigins", "Other origins whose pages may use the routes from scripts (CORS).")
                    .from("AUTH_ALLOWED_ORIGINS"),
            Key.flag("useSecureCookies", null, "Sends cookies over https only; by default if url is https."),
            STRICT_TRANSPORT_SECURITY,
            Key.text("redirectProxyUrl", null, "Another deployment that providers redirect visitors to.")
                    .from("AUTH_REDIRECT_PROXY_URL"),
            Key.texts("redirectProxyOrigins", "On the redirect proxy: the origins it passes responses to.")
                    .from("AUTH_REDIRECT_PROXY_ORIGINS"));

    private SiteKeys() {}

    static void read(Section file, AuthConfig.Builder config) {
        file.text("url").ifPresent(config::url);
        file.text("siteName").ifPresent(config::siteName);
        file.text("basePath").ifPresent(config::basePath);
        file.text("strippedPrefix").ifPresent(config::strippedPrefix);
        file.flag("trustHost").ifPresent(config::trustHost);
        config.trustedProxies(file.texts("trustedProxies").toArray(String[]::new));
        config.allowedHosts(file.texts("allowedHosts").toArray(String[]::new));
        config.allowedOrigins(file.texts("allowedOrigins").toArray(String[]::new));
        file.flag("useSecureCookies").ifPresent(config::useSecureCookies);
        file.number(STRICT_TRANSPORT_SECURITY).map(Duration::ofSeconds).ifPresent(config::strictTransportSecurity);
        file.text("redirectProxyUrl").ifPresent(config::redirectProxyUrl);
        config.redirectProxyOrigins(file.texts("redirectProxyOrigins").toArray(String[]::new));
    }

    /**
     * Returns the secrets, the newest first.
     *
     * @param development replaces the file's own secret, which is read all the same, so that an error in it is reported
     */
    static List<String> secrets(Section file, Env env, @Nullable Development development) {
        if (development != null) {
            file.secrets("secret");
            return List.of(development.secret());
        }
        return file.item("secret") == null ? env.secrets() : file.secrets("secret");
    }
}
