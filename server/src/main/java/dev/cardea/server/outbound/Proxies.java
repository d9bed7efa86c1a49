package dev.cardea.server.outbound;

import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Sends http and https to a proxy that can be replaced, and everything else where the JVM sends it. */
final class Proxies extends ProxySelector {
    private final @Nullable ProxySelector standard;
    private volatile Rule rule = new Rule(null, List.of());

    /** @param standard of the JVM */
    Proxies(@Nullable ProxySelector standard) {
        this.standard = standard;
    }

    /** The proxy, and which hosts are reached without it. */
    private record Rule(@Nullable InetSocketAddress proxy, List<String> direct) {
        boolean isDirect(String host) {
            return direct.stream().anyMatch(each -> each.startsWith(".") ? host.endsWith(each) : host.equals(each));
        }
    }

    void use(@Nullable InetSocketAddress proxy, List<String> direct) {
        rule = new Rule(
                proxy,
                direct.stream().map(host -> host.toLowerCase(Locale.ROOT)).toList());
    }

    @Override
    public List<Proxy> select(URI uri) {
        var now = rule;
        var url = WebUrl.parse(uri.toString());
        if (now.proxy == null || url.isEmpty())
            return standard == null ? List.of(Proxy.NO_PROXY) : standard.select(uri);
        var host = uri.getHost() == null ? "" : uri.getHost().toLowerCase(Locale.ROOT);
        boolean isDirect = url.get().isLoopback() || now.isDirect(host);
        return List.of(isDirect ? Proxy.NO_PROXY : new Proxy(Proxy.Type.HTTP, now.proxy));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        if (standard != null) standard.connectFailed(uri, address, failure);
    }
}
