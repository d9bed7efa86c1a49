package dev.cardea.dev;

import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Development mode as an extension of one configuration. */
final class DevelopmentMode implements AuthConfig.Extension {
    static final String PATH = "/_cardea";

    private static final String HEADER = "Cardea-Development";

    private final Path folder;
    private final ProductionGuard guard;
    private volatile @Nullable DevSite site;

    DevelopmentMode(Path folder, ProductionGuard guard) {
        this.folder = folder;
        this.guard = guard;
    }

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        guard.requireUnpackaged();
        guard.requireDevelopment(config.environment(), env);
        config.environment(Environment.DEVELOPMENT).withEnvDefaults(env);
        guard.requireLocalUrl(config.url());
        guard.requireLocalStore(config.adapter());
        // A redirect proxy would receive the codes on another machine.
        config.secret(SecretFile.read(folder, config.randomness()))
                .rateLimits(RateLimits.OFF)
                .redirectProxyUrl(null);
        site = replaceProviders(config);
    }

    private DevSite replaceProviders(AuthConfig.Builder config) {
        var before = site;
        var inbox = new DevInbox(config.texts(), config.clock());
        // A builder that builds again has played providers already.
        Map<String, LocalProvider> played = new LinkedHashMap<>(before == null ? Map.of() : before.providers());
        config.replaceProviders(provider -> {
            if (provider instanceof EmailProvider email) return email.sender(inbox);
            if (!(provider instanceof OAuthProvider oauth) || !LocalProvider.lacksCredentials(oauth)) return provider;
            var page = DevSite.authorizationPage(oauth.id());
            var local = new LocalProvider(oauth, page, config.clock(), config.randomness());
            played.put(oauth.id(), local);
            return local.played();
        });
        boolean mails = config.providers().stream().anyMatch(EmailProvider.class::isInstance);
        return new DevSite(played, inbox, mails, Objects.requireNonNull(config.basePath()));
    }

    @Override
    public boolean handles(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }

    @Override
    public Response handle(Request request, HttpHandler routes) {
        return answer(request, routes).header(HEADER, "1");
    }

    private Response answer(Request request, HttpHandler routes) {
        boolean own = handles(request.path());
        var problem = own ? RequestGuard.problemOfOwnPage(request) : RequestGuard.problem(request);
        if (problem.isPresent()) return refused(problem.get());
        return own ? Objects.requireNonNull(site).handle(request, routes) : Banner.on(routes.handle(request));
    }

    private static Response refused(String why) {
        return Response.of(403, "text/plain; charset=utf-8", "Development mode rejected the request: " + why + ".\n")
                .header("Cache-Control", "no-store")
                .header("X-Content-Type-Options", "nosniff");
    }
}
