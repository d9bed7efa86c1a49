package dev.cardea.server.outbound;

import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Which authorities are trusted beside those of Java, and which proxy is used. It applies to the whole process, because
 * each client takes the defaults of the JVM: providers, mail services and hooks, and stores as far as their drivers do.
 *
 * @param proxy an HTTP proxy, not resolved; {@code null}: that of the JVM's own properties, or none
 * @param direct hosts that are reached without the proxy; with a dot in front, all their subdomains
 */
public record Outbound(
        List<X509Certificate> authorities, @Nullable InetSocketAddress proxy, List<String> direct) {
    public static final Outbound NONE = new Outbound(List.of(), null, List.of());

    public Outbound {
        authorities = List.copyOf(authorities);
        direct = List.copyOf(direct);
    }

    /**
     * Makes trust and proxy of this process replaceable. Clients that were made before keep theirs, so this is called
     * before a configuration is read. A repeated call has no effect.
     */
    public static void install() {
        Defaults.OF_PROCESS.install();
    }

    /** Uses these settings for connections from now on. */
    public void use() {
        Defaults.OF_PROCESS.use(this);
    }

    /** The defaults of the JVM, which look up what is in effect. */
    private static final class Defaults {
        static final Defaults OF_PROCESS = new Defaults();

        private final Proxies proxies = new Proxies(ProxySelector.getDefault());
        private final Tls tls = new Tls();
        private boolean isInstalled;

        synchronized void install() {
            if (isInstalled) return;
            isInstalled = true;
            SSLContext.setDefault(tls.context());
            ProxySelector.setDefault(proxies);
        }

        synchronized void use(Outbound settings) {
            install();
            proxies.use(settings.proxy(), settings.direct());
            tls.use(settings.authorities());
        }
    }
}
