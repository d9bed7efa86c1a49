package dev.cardea.server.command;

import dev.cardea.adapter.Schema;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.oauth.Discovery;
import dev.cardea.internal.oauth.OutboundHttp;
import dev.cardea.provider.Endpoint;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.server.file.Probe;
import dev.cardea.server.file.Settings;
import dev.cardea.server.tracing.Collector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Tests the connections that a configuration needs: to the store, the application, the issuers, the mail servers. */
final class Probes {
    private static final int PATIENCE = 5_000;

    private Probes() {}

    static List<Probe> of(Settings settings) {
        List<Probe> probes = new ArrayList<>();
        var open = settings.store();
        if (open != null) {
            var store = new Store(open.adapter());
            // Missing tables do not fail this probe: the check of the schema reports them.
            Callable<?> ask =
                    open.schema().isPresent() ? () -> answers(open.schema().get()) : () -> store.getUser("doctor");
            probes.add(new Probe("the store", ask, "check store.url, and whether the store runs"));
        }
        var hooks = settings.hooks();
        if (hooks != null) {
            var url = hooks.settings().url();
            if (url != null) {
                probes.add(
                        new Probe("the application at hooks.url", () -> connect(url), "start it, or change hooks.url"));
            }
        }
        for (var provider : settings.auth().providers()) {
            if (provider instanceof OAuthProvider oauth) probes.addAll(of(oauth));
        }
        probes.addAll(settings.probes());
        return probes;
    }

    private static boolean answers(Schema schema) {
        try {
            return schema.schemaStatus().latest() > 0;
        } catch (StoreUnavailableException e) {
            throw e;
        } catch (StoreException e) {
            return true;
        }
    }

    private static List<Probe> of(OAuthProvider provider) {
        var of = " of the provider " + provider.id();
        if (provider.isOidc() && (provider.issuer() != null || provider.wellKnown() != null)) {
            var mend = "check the issuer, and whether this machine can reach it";
            return List.of(new Probe("the issuer" + of, () -> discover(provider), mend));
        }
        List<Probe> probes = new ArrayList<>();
        var mend = "check its address, and whether this machine can reach it";
        var token = url(provider.token());
        if (token != null) probes.add(new Probe("the token endpoint" + of, () -> connect(token), mend));
        var userinfo = url(provider.userinfo());
        if (userinfo != null) probes.add(new Probe("the userinfo endpoint" + of, () -> connect(userinfo), mend));
        return probes;
    }

    private static @Nullable String url(@Nullable Endpoint endpoint) {
        return endpoint == null ? null : endpoint.url();
    }

    static boolean isReachable(Collector collector) {
        try {
            return connect(collector.origin());
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean connect(String text) throws IOException {
        var url = WebUrl.parse(text).orElseThrow();
        var uri = URI.create(url.origin());
        int port = uri.getPort() > 0 ? uri.getPort() : url.isHttps() ? 443 : 80;
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(uri.getHost().replaceAll("[\\[\\]]", ""), port), PATIENCE);
            return true;
        }
    }

    /** Discovers as a sign-in does, including the provider's own changes to the answers of its service. */
    private static boolean discover(OAuthProvider provider) {
        var http = provider.decorate(new OutboundHttp(true));
        new Discovery(provider.issuer(), provider.wellKnown(), http, Clock.systemUTC()).metadata();
        return true;
    }
}
