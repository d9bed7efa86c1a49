package dev.cardea.host.spring;

import dev.cardea.AuthConfig;
import dev.cardea.config.Environment;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of Cardea. Settings that are absent come from {@code AUTH_SECRET}, {@code AUTH_URL} and the other variables,
 * in any property source.
 *
 * @param secret signs and encrypts everything; several, newest first, during a rotation
 * @param url this site's public URL; headers can then no longer change it
 * @param siteName the name that pages, emails and passkeys show; the host by default
 * @param basePath where the routes are; {@code /auth} below the context path by default
 * @param strippedPrefix the path that a proxy removes from requests
 * @param providers built-in providers by id, such as {@code google,github}
 * @param passkeys whether users can sign in with a passkey; needs cardea-webauthn and a store
 * @param protect pages for signed-in users: {@code /page}, {@code /folder/*} or {@code /*}
 * @param trustHost whether a proxy sets the Host header and forwarded headers
 * @param trustedProxies proxies that may send forwarded headers, as IP addresses or ranges
 * @param allowedHosts the hosts of this site; all by default
 * @param allowedOrigins other origins whose pages may use the routes from scripts; none by default
 * @param useSecureCookies whether cookies are for HTTPS only; by default follows the scheme of the request
 * @param redirectProxyUrl another deployment that receives the redirects of providers first
 * @param environment production, development or test
 * @param debug logs details, without secrets
 * @param session how long sessions last, and where they are stored
 * @param pages pages of the application that replace the built-in ones
 * @param email sign-in by link, sent with the application's JavaMailSender
 * @param theme the look of the built-in pages and emails, unless there is a bean of type Theme
 * @param jdbc the store on the application's DataSource
 * @param requireMethodSecurity whether the start fails if a bean has {@code @PreAuthorize}, {@code @Secured} or
 *     {@code @RolesAllowed} and method security is off
 */
@ConfigurationProperties("cardea")
public record CardeaProperties(
        @DefaultValue List<String> secret,
        @Nullable String url,
        @Nullable String siteName,
        @Nullable String basePath,
        @Nullable String strippedPrefix,
        @DefaultValue List<String> providers,
        @DefaultValue("false") boolean passkeys,
        @DefaultValue List<String> protect,
        @Nullable Boolean trustHost,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue List<String> allowedHosts,
        @DefaultValue List<String> allowedOrigins,
        @Nullable Boolean useSecureCookies,
        @Nullable String redirectProxyUrl,
        @Nullable Environment environment,
        @DefaultValue("false") boolean debug,
        @DefaultValue SessionSettings session,
        @DefaultValue PageSettings pages,
        @DefaultValue EmailSettings email,
        @DefaultValue ThemeSettings theme,
        @DefaultValue JdbcSettings jdbc,
        @DefaultValue("true") boolean requireMethodSecurity) {

    /**
     * How long sessions last, and where they are stored.
     *
     * @param strategy jwt, database or revocable
     * @param maxAge the time without a visit after which a session expires
     * @param updateAge how often it is extended at most
     * @param confirmAge how long a process may rely on what the store said about a revocable session
     * @param absoluteAge how long after the sign-in a session ends, even if it is in use; zero for never
     * @param maxPerUser how many sessions a user may have
     * @param devices what is stored about the device of a session: none, reduced or full
     * @param adoptUntil until when sessions of another strategy become revocable sessions
     */
    public record SessionSettings(
            SessionOptions.@Nullable Strategy strategy,
            @Nullable Duration maxAge,
            @Nullable Duration updateAge,
            @Nullable Duration confirmAge,
            @Nullable Duration absoluteAge,
            @Nullable Integer maxPerUser,
            SessionOptions.@Nullable Devices devices,
            @Nullable Instant adoptUntil) {
        SessionOptions options() {
            var options = SessionOptions.DEFAULT.strategy(strategy);
            if (maxAge != null) options = options.maxAge(maxAge);
            if (updateAge != null) options = options.updateAge(updateAge);
            if (confirmAge != null) options = options.confirmAge(confirmAge);
            if (absoluteAge != null) {
                options = absoluteAge.isZero() ? options.withoutAbsoluteAge() : options.absoluteAge(absoluteAge);
            }
            if (maxPerUser != null) options = options.maxPerUser(maxPerUser);
            if (devices != null) options = options.devices(devices);
            return adoptUntil == null ? options : options.adoptUntil(adoptUntil);
        }
    }

    /**
     * Pages of the application, as paths.
     *
     * @param signIn replaces the sign-in page
     * @param signOut replaces the sign-out page
     * @param error replaces the error page
     * @param verifyRequest shown after a link was sent
     * @param newUser shown to a user who signs in for the first time
     * @param codeButton whether the built-in sign-in page offers a sign-in email next to a password; true unless set
     */
    public record PageSettings(
            @Nullable String signIn,
            @Nullable String signOut,
            @Nullable String error,
            @Nullable String verifyRequest,
            @Nullable String newUser,
            @Nullable Boolean codeButton) {
        PagesOptions options() {
            var options = new PagesOptions(signIn, signOut, error, verifyRequest, newUser);
            return codeButton == null ? options : options.codeButton(codeButton);
        }
    }

    /**
     * Sign-in by link or code.
     *
     * @param from the sender's address; sign-in by email is off without it
     * @param maxAge how long a link works; a day by default, and ten minutes with codes
     * @param confirmLinks whether an opened link shows a page with one button, which signs the user in
     * @param codes whether the email has a code, which works only in the browser that requested it
     */
    public record EmailSettings(
            @Nullable String from,
            @Nullable Duration maxAge,
            @DefaultValue("false") boolean confirmLinks,
            @DefaultValue("false") boolean codes) {
        EmailProvider applyTo(EmailProvider links) {
            var changed = links.confirmLinks(confirmLinks).codes(codes);
            return maxAge == null ? changed : changed.maxAge(maxAge);
        }
    }

    /**
     * The look of the built-in pages and emails.
     *
     * @param colorScheme auto, light or dark
     * @param logo an https or data:image URL, or a path on this site
     * @param brandColor the color of the main button, as in CSS
     * @param buttonText the color of the text on the main button
     */
    public record ThemeSettings(
            @DefaultValue("auto") String colorScheme,
            @DefaultValue("") String logo,
            @DefaultValue("") String brandColor,
            @DefaultValue("") String buttonText) {
        Theme theme() {
            return new Theme(colorScheme, logo, brandColor, buttonText);
        }
    }

    /** @param migrateOnStart whether the tables are created and upgraded at startup; {@code null} for an empty value: no */
    public record JdbcSettings(
            @DefaultValue("false") @Nullable Boolean migrateOnStart) {}

    void applyTo(AuthConfig.Builder config) {
        if (!secret.isEmpty()) config.secret(secret);
        if (url != null) config.url(url);
        if (siteName != null) config.siteName(siteName);
        if (basePath != null) config.basePath(basePath);
        if (strippedPrefix != null) config.strippedPrefix(strippedPrefix);
        if (trustHost != null) config.trustHost(trustHost);
        if (!trustedProxies.isEmpty()) config.trustedProxies(trustedProxies.toArray(String[]::new));
        if (!allowedHosts.isEmpty()) config.allowedHosts(allowedHosts.toArray(String[]::new));
        if (!allowedOrigins.isEmpty()) config.allowedOrigins(allowedOrigins.toArray(String[]::new));
        if (useSecureCookies != null) config.useSecureCookies(useSecureCookies);
        if (redirectProxyUrl != null) config.redirectProxyUrl(redirectProxyUrl);
        if (environment != null) config.environment(environment);
        config.debug(debug).session(session.options()).pages(pages.options());
    }

    /** Prints everything but the secret. */
    @Override
    public String toString() {
        return "CardeaProperties[" + url + "]";
    }
}
