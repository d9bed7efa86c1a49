package dev.cardea.dev;

import static dev.cardea.dev.LocalBrowser.SITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Events;
import dev.cardea.http.Response;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.Brand;
import dev.cardea.providers.Option;
import dev.cardea.providers.Providers;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EveryProviderTest {
    /** Services with a protocol of their own that development mode does not play, each with the reason. */
    private static final Map<String, String> NOT_PLAYED = Map.of();

    @TempDir
    private Path folder;

    @Test
    void every_built_in_provider_signs_in_a_member_locally() {
        var failed = new TreeMap<String, String>();
        var ids = new TreeSet<String>();
        for (var brand : Providers.all()) {
            if (!(brand.example(options(brand)) instanceof OAuthProvider provider) || provider.retired() != null)
                continue;
            ids.add(brand.id());
            var result = signIn(brand, provider);
            if (!result.equals("1002")) failed.put(brand.id(), result);
        }
        assertThat(ids).hasSizeGreaterThan(80);
        assertThat(failed.keySet()).as(failed.toString()).isEqualTo(NOT_PLAYED.keySet());
    }

    /** Returns values for the required options, such as the address of a server of the user's own. */
    private static Map<String, String> options(Brand brand) {
        var values = new TreeMap<String, String>();
        for (var option : brand.options()) {
            if (option.needed())
                values.put(option.name(), option.kind() == Option.Kind.URL ? "https://own.example" : "acme");
        }
        return values;
    }

    private String signIn(Brand brand, OAuthProvider provider) {
        var problem = new StringBuilder();
        var account = new StringBuilder();
        try {
            var errors = new AuthLogger() {
                @Override
                public void error(AuthException error) {
                    problem.append(error).append(" caused by ").append(error.getCause());
                }
            };
            var config = AuthConfig.builder()
                    .env(Env.none())
                    .adapter(new InMemoryAdapter())
                    .http(request -> {
                        throw new AssertionError("a request left the machine: " + request.url());
                    })
                    .logger(errors)
                    .events(new Events() {
                        @Override
                        public void linkAccount(LinkAccount event) {
                            account.append(event.account().providerAccountId());
                        }
                    })
                    .provider(provider);
            var auth = Auth.of(CardeaDev.in(folder).extend(config));
            var choice = LocalBrowser.of(request ->
                            auth.handles(request) ? auth.handle(request) : Response.of(200, "text/html", "home"))
                    .open(SITE + "/auth/signin")
                    .press("Sign in with " + provider.name());
            var end = LocalBrowser.choose(choice, "1002");
            if (end.text().contains("One more step")) end = end.press("Continue");
            return account.isEmpty() ? "ended at " + end.url() + " " + problem : account.toString();
        } catch (RuntimeException | AssertionError e) {
            return e.toString();
        }
    }
}
