package dev.cardea.host.spring;

import dev.cardea.AuthConfig;
import dev.cardea.Environment;
import dev.cardea.PagesOptions;
import dev.cardea.SessionOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of Cardea. What is not set comes from {@code AUTH_SECRET}, {@code AUTH_URL} and the other variables, which may
 * stand in any property source too.
 *
 * @param secret signs and encrypts everything; several, newest first, to rotate
 * @param url this site's public address; no header is believed then
 * @param basePath where the routes are, {@code /auth} unless set
 * @param providers brands by id, such as {@code google,github}
 * @param passkeys whether people may sign in with a passkey; needs cardea-webauthn and a store
 * @param protect pages that not everybody may see: {@code /page}, {@code /folder/*} or {@code /*}
 * @param trustHost whether a proxy sets the Host header and forwarded headers
 * @param trustedProxies who may send forwarded headers, as addresses or ranges
 * @param allowedHosts hosts that are served; all unless set
 * @param useSecureCookies whether cookies are for HTTPS alone; as the request's scheme unless set
 * @param redirectProxyUrl another deployment that providers send people to first
 * @param environment production, development or test
 * @param debug logs what happens, without secrets
 * @param session how long sessions last, and where they are
 * @param pages pages of the application's own instead of the built-in ones
 * @param email sign-in by link, sent with the application's JavaMailSender
 * @param jdbc the store on the application's DataSource
 * @param requireMethodSecurity whether the application stops at start where a bean has {@code @PreAuthorize}, {@code
 *     @Secured} or {@code @RolesAllowed} and method security is off
 */
@ConfigurationProperties("cardea")
public record CardeaProperties(
        @DefaultValue List<String> secret,
        @Nullable String url,
        @Nullable String basePath,
        @DefaultValue List<String> providers,
        @DefaultValue("false") boolean passkeys,
        @DefaultValue List<String> protect,
        @Nullable Boolean trustHost,
        @DefaultValue List<String> trustedProxies,
        @DefaultValue List<String> allowedHosts,
        @Nullable Boolean useSecureCookies,
        @Nullable String redirectProxyUrl,
        @Nullable Environment environment,
        @DefaultValue("false") boolean debug,
        @DefaultValue SessionSettings session,
        @DefaultValue PageSettings pages,
        @DefaultValue EmailSettings email,
        @DefaultValue JdbcSettings jdbc,
        @DefaultValue("true") boolean requireMethodSecurity) {

    /**
     * How long sessions last, and where they are.
     *
     * @param strategy jwt or database
     * @param maxAge after which time without a visit a session ends
     * @param updateAge how often it is prolonged at most
     */
    public record SessionSettings(
            SessionOptions.@Nullable Strategy strategy,
            @Nullable Duration maxAge,
            @Nullable Duration updateAge) {}

    /**
     * Pages of the application's own, as paths.
     *
     * @param signIn instead of the sign-in page
     * @param signOut instead of the sign-out page
     * @param error instead of the error page
     * @param verifyRequest after a link was sent
     * @param newUser where somebody goes who is here for the first time
     */
    public record PageSettings(
            @Nullable String signIn,
            @Nullable String signOut,
            @Nullable String error,
            @Nullable String verifyRequest,
            @Nullable String newUser) {
        PagesOptions options() {
            return new PagesOptions(signIn, signOut, error, verifyRequest, newUser);
        }
    }

    /** @param from the sender's address; without it there is no sign-in by link */
    public record EmailSettings(@Nullable String from) {}

    /** @param migrateOnStart whether the tables are made and upgraded */
    public record JdbcSettings(@DefaultValue("false") boolean migrateOnStart) {}

    void applyTo(AuthConfig.Builder config) {
        if (!secret.isEmpty()) config.secret(secret);
        if (url != null) config.url(url);
        if (basePath != null) config.basePath(basePath);
        if (trustHost != null) config.trustHost(trustHost);
        if (!trustedProxies.isEmpty()) config.trustedProxies(trustedProxies.toArray(String[]::new));
        if (!allowedHosts.isEmpty()) config.allowedHosts(allowedHosts.toArray(String[]::new));
        if (useSecureCookies != null) config.useSecureCookies(useSecureCookies);
        if (redirectProxyUrl != null) config.redirectProxyUrl(redirectProxyUrl);
        if (environment != null) config.environment(environment);
        config.debug(debug).session(sessionOptions()).pages(pages.options());
    }

    private SessionOptions sessionOptions() {
        var options = SessionOptions.DEFAULT.strategy(session.strategy());
        if (session.maxAge() != null) options = options.maxAge(session.maxAge());
        return session.updateAge() == null ? options : options.updateAge(session.updateAge());
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "CardeaProperties[" + url + "]";
    }
}
