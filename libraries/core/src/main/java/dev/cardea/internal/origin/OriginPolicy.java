package dev.cardea.internal.origin;

import dev.cardea.action.BadRequestException;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.net.AddressRange;
import dev.cardea.internal.net.IpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says which origin a request is for. A fixed URL settles it. Else forwarded headers count only where they are trusted,
 * and without any trust only this machine's own names are served.
 */
public final class OriginPolicy {
    private static final Pattern WITH_PORT = Pattern.compile("[\\d.]+:\\d+|\\[.*]:\\d+");

    /** An origin and whether it may be acted on. */
    public record Decision(String origin, boolean trusted) {}

    /** Scheme and host of a request, and what they were found to be. */
    private record Last(String scheme, String host, Decision decision) {}

    private final @Nullable Decision fixed;
    private final @Nullable Boolean trustHost;
    private final List<AddressRange> trustedProxies;
    private final List<String> allowedHosts;
    private final boolean vouched;
    private volatile @Nullable Last last;

    /**
     * @param url fixes the origin; {@code null} leaves it to the request
     * @param trustHost {@code null}: not said, which trusts loopback names only
     * @param trustedProxies who may send forwarded headers, as CIDR ranges; empty: any peer, where the host is trusted
     * @param allowedHosts other hosts are refused; empty: any
     */
    public OriginPolicy(
            @Nullable WebUrl url, @Nullable Boolean trustHost, List<String> trustedProxies, List<String> allowedHosts) {
        fixed = url == null ? null : new Decision(url.origin(), true);
        this.trustHost = trustHost;
        this.trustedProxies = trustedProxies.stream().map(AddressRange::parse).toList();
        this.allowedHosts =
                allowedHosts.stream().map(h -> h.toLowerCase(Locale.ROOT)).toList();
        vouched = false;
    }

    private OriginPolicy(OriginPolicy of) {
        fixed = of.fixed;
        trustHost = of.trustHost;
        trustedProxies = of.trustedProxies;
        allowedHosts = of.allowedHosts;
        vouched = true;
    }

    /** Returns the policy for requests whose forwarded headers are signed: it trusts them from any peer. */
    public OriginPolicy vouched() {
        return new OriginPolicy(this);
    }

    /** Returns the error of an invalid range of addresses; empty for a valid one. */
    public static Optional<String> problemOf(String range) {
        try {
            AddressRange.parse(range);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** @throws BadRequestException where the request names no usable host, or one that is not allowed */
    public Decision resolve(Request request) {
        if (fixed != null) return fixed;
        boolean forwarded = forwardedCounts(request);
        var scheme = (forwarded ? scheme(request) : Optional.<String>empty()).orElse(request.scheme());
        var host = (forwarded ? host(request, scheme) : Optional.<String>empty())
                .or(() -> request.headers().first("host"))
                .orElseThrow(() -> new BadRequestException("no Host header"));
        return resolve(scheme, host);
    }

    /** Nearly every request is for the origin of the one before it, which is not parsed again. */
    private Decision resolve(String scheme, String host) {
        var known = last;
        if (known != null && known.scheme.equals(scheme) && known.host.equals(host)) return known.decision;
        var url = url(scheme, host).orElseThrow(() -> new BadRequestException("not a usable host"));
        if (!allowedHosts.isEmpty() && !isAllowed(url))
            throw new BadRequestException("this host isn't one of the site's");
        var decision = new Decision(url.origin(), isTrusted(url));
        last = new Last(scheme, host, decision);
        return decision;
    }

    private Optional<String> scheme(Request request) {
        if (!request.headers().has("x-forwarded-proto")) return Optional.empty();
        var values = ForwardedValues.of(request.headers(), "x-forwarded-proto");
        return nearestCounts() ? values.nearest() : values.agreed();
    }

    /** Where proxies disagree and none of them is named, the allowed hosts decide, if just one of them was forwarded. */
    private Optional<String> host(Request request, String scheme) {
        if (!request.headers().has("x-forwarded-host")) return Optional.empty();
        var values = ForwardedValues.of(request.headers(), "x-forwarded-host");
        if (nearestCounts()) return values.nearest();
        if (allowedHosts.isEmpty()) return values.agreed();
        return values.only(host -> url(scheme, host).filter(this::isAllowed).isPresent());
    }

    /** A named proxy wrote the last value; whatever stands before it may be the client's invention. */
    private boolean nearestCounts() {
        return !vouched && !trustedProxies.isEmpty();
    }

    private static Optional<WebUrl> url(String scheme, String host) {
        return WebUrl.parse(scheme + "://" + host)
                .filter(parsed -> parsed.target().equals("/"));
    }

    private boolean isAllowed(WebUrl url) {
        return allowedHosts.contains(url.authority()) || allowedHosts.contains(url.host());
    }

    private boolean isTrusted(WebUrl url) {
        if (vouched) return true;
        return trustHost == null ? url.isLoopback() : trustHost;
    }

    private boolean forwardedCounts(Request request) {
        if (vouched) return true;
        if (!Boolean.TRUE.equals(trustHost)) return false;
        return trustedProxies.isEmpty() || isFromTrustedProxy(request);
    }

    /**
     * The client's address: the forwarded one from a named proxy, or from a peer whose headers are signed; else the
     * peer's; empty where neither is known. Of several forwarded ones it is the last that no named proxy has, because
     * what stands before it is whatever the client sent. Trust in the host is not enough: without a proxy, the client
     * writes the whole list.
     */
    public Optional<IpAddress> clientAddress(Request request) {
        var hops = hops(request);
        return hops.isBlank() ? peer(request) : client(hops.split(",", -1));
    }

    /** Returns whether the client's address was forwarded, so that it is not the peer's. */
    public boolean hasForwardedAddress(Request request) {
        return !hops(request).isBlank();
    }

    /** The forwarded addresses that count. */
    private String hops(Request request) {
        return trustsPeer(request) ? request.headers().joined("x-forwarded-for").orElse("") : "";
    }

    /** Returns whether one of the named proxies sent a request. */
    public boolean isFromTrustedProxy(Request request) {
        return peer(request).filter(this::isOurs).isPresent();
    }

    /** Returns whether the forwarded headers of a request come from a named proxy, or from a peer that signs them. */
    public boolean trustsPeer(Request request) {
        return vouched || !trustedProxies.isEmpty() && isFromTrustedProxy(request);
    }

    private Optional<IpAddress> client(String[] hops) {
        if (trustedProxies.isEmpty()) return address(hops[0]);
        for (int i = hops.length - 1; i > 0; i--) {
            var hop = address(hops[i]);
            if (hop.isEmpty() || !isOurs(hop.get())) return hop;
        }
        return address(hops[0]);
    }

    private static Optional<IpAddress> peer(Request request) {
        return Optional.ofNullable(request.remoteAddress()).flatMap(IpAddress::parse);
    }

    /** Some proxies add the port. */
    private static Optional<IpAddress> address(String hop) {
        var bare = hop.trim();
        if (WITH_PORT.matcher(bare).matches()) bare = bare.substring(0, bare.lastIndexOf(':'));
        return IpAddress.parse(bare);
    }

    private boolean isOurs(IpAddress address) {
        return trustedProxies.stream().anyMatch(range -> range.contains(address));
    }

    /**
     * Returns the request as the client sent it to the first proxy: to the site's own origin, from the client's
     * address.
     *
     * @param origin as validated
     */
    public Request asSent(Request request, String origin) {
        var scheme = origin.substring(0, origin.indexOf(':'));
        var host = origin.substring(scheme.length() + "://".length());
        var client = clientAddress(request).map(IpAddress::toString).orElse(request.remoteAddress());
        boolean same = scheme.equals(request.scheme())
                && request.headers().first("host").filter(host::equals).isPresent()
                && Objects.equals(client, request.remoteAddress());
        if (same) return request;
        var headers = request.headers().set("host", host);
        return Request.of(request.method(), scheme, request.target(), headers, request.body(), client);
    }
}
