package dev.cardea.forward;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.module.Extension;
import java.util.List;

/**
 * Lets a reverse proxy ask who is signed in before it passes a request on to an application in any language. Immutable;
 * each method returns a changed copy.
 *
 * <pre>{@code
 * config.extension(ForwardAuth.of("https://app.example")
 *     .publicPaths("/", "/assets/*")
 *     .rule("/admin/*", "admin"));
 * }</pre>
 *
 * <p>Adds these routes below the base path:
 *
 * <ul>
 * <li>{@code verify/auth-request}, {@code verify/forward-auth} and {@code verify/ext-authz/…}, which answer
 * {@code trustedProxies} only: 200 with the user in five headers, 401 or 302 without a session, 403 where a rule is not
 * met, 503 while the store doesn't respond. They change nothing.
 * <li>{@code jwks}: the public keys of {@code Cardea-Identity}, a JWT (ES256) that is valid for 60 seconds. The keys
 * are derived from the secrets.
 *   <li>{@code enter?callbackUrl=}: extends a session that is due and leads back, or leads to the sign-in page.
 * </ul>
 *
 * <p>Requires {@code url} and {@code trustedProxies}. Every path that is not public requires a session, and the
 * {@code authorized} callback is asked about a signed-in user.
 */
public final class ForwardAuth implements Extension<AuthConfig.Builder> {
    private static final String SETTING = "forwardAuth";

    private final String audience;
    private final PathRules rules;

    private ForwardAuth(String audience, PathRules rules) {
        this.audience = audience;
        this.rules = rules;
    }

    /**
     * Starts with rules by which every path requires a session.
     *
     * @param audience the origin of the application, such as {@code https://app.example}: {@code aud} of the tokens
     * @throws IllegalArgumentException if it is not an origin
     */
    public static ForwardAuth of(String audience) {
        boolean isOrigin = WebUrl.parse(audience)
                .filter(url -> url.origin().equals(audience))
                .isPresent();
        if (!isOrigin) {
            throw new IllegalArgumentException("the audience " + audience.replaceAll("[^ -~]", "?")
                    + " is not an origin; write it like https://app.example, without a path");
        }
        return new ForwardAuth(audience, PathRules.NONE);
    }

    /**
     * Adds paths that require no session: {@code /about} for one page, {@code /assets/*} for a page and all below it. Such a
     * path is public only in this spelling. A path that a rule covers is never public.
     *
     * @throws IllegalArgumentException for an invalid pattern; see {@link dev.cardea.ProtectedPaths#of(String...)}
     */
    public ForwardAuth publicPaths(String... patterns) {
        return publicPaths(List.of(patterns));
    }

    /** See {@link #publicPaths(String...)}. */
    public ForwardAuth publicPaths(List<String> patterns) {
        return new ForwardAuth(audience, rules.withPublic(patterns));
    }

    /**
     * Adds a rule: a path that it covers, in any spelling, requires a session with one of the roles. Where several rules
     * cover a path, all of them count.
     *
     * @param path a pattern, as of {@link #publicPaths(String...)}
     * @param roles none: a session is enough
     * @throws IllegalArgumentException for an invalid pattern or an empty role
     */
    public ForwardAuth rule(String path, String... roles) {
        return rule(path, List.of(roles));
    }

    /** See {@link #rule(String, String...)}. */
    public ForwardAuth rule(String path, List<String> roles) {
        return new ForwardAuth(audience, rules.withRule(path, roles));
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.route(new EnterRoute());
    }

    /** Derives the keys, and adds the routes that use them. */
    @Override
    public void complete(AuthConfig.Builder config) {
        var url = config.url();
        var proxies = config.trustedProxies();
        config.check((site, report) -> check(url == null, proxies.isEmpty(), report));
        var keys = IdentityKey.derive(config);
        // Without a secret the configuration is rejected.
        if (keys.isEmpty()) return;
        var tokens = new IdentityTokens(keys.get(0), audience, config.clock());
        config.route(new VerifyRoute(rules, tokens), new JwksRoute(keys));
    }

    private static void check(boolean isWithoutUrl, boolean isWithoutProxies, ConfigurationCheck.Report report) {
        if (isWithoutUrl) {
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    SETTING,
                    "forwardAuth needs url (AUTH_URL): it is the issuer of identity tokens, and where visitors sign in");
        }
        if (isWithoutProxies) {
            report.error(
                    ErrorType.INVALID_CONFIGURATION,
                    SETTING,
                    "forwardAuth needs trustedProxies: it only responds to these IP addresses; list those of "
                            + "your proxies");
        }
    }
}
