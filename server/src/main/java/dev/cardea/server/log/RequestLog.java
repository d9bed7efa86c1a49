package dev.cardea.server.log;

import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.net.AddressRange;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.origin.OriginPolicy;
import dev.cardea.server.log.LogSettings.ClientAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Gives each request its id, finds its client, and writes the access log. Safe for concurrent use. */
public final class RequestLog {
    public static final String HEADER = "X-Request-Id";

    /** Trusts no proxy, and logs no requests. */
    public static final RequestLog NONE = new RequestLog(LogSettings.DEFAULT, Trust.NONE, "/auth", Set.of());

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final int MAX_PATH = 256;
    private static final Set<String> ACTIONS = Set.of(
            "callback",
            "csrf",
            "error",
            "providers",
            "session",
            "signin",
            "signout",
            "verify-request",
            "webauthn-options");

    private final LogSettings settings;
    private final List<AddressRange> proxies;
    private final OriginPolicy origins;
    private final String basePath;
    private final Set<String> providers;

    /**
     * Whose headers count.
     *
     * @param url the fixed address of the site
     * @param trustHost whether forwarded headers count without a fixed address
     * @param proxies ranges of addresses
     */
    public record Trust(@Nullable String url, @Nullable Boolean trustHost, List<String> proxies) {
        static final Trust NONE = new Trust(null, null, List.of());

        public Trust {
            proxies = List.copyOf(proxies);
        }
    }

    /** @param providers the ids of the configuration */
    public RequestLog(LogSettings settings, Trust trust, String basePath, Set<String> providers) {
        this.settings = settings;
        proxies = trust.proxies.stream().map(AddressRange::parse).toList();
        var url = Optional.ofNullable(trust.url).flatMap(WebUrl::parse).orElse(null);
        origins = new OriginPolicy(url, trust.trustHost, trust.proxies, List.of());
        this.basePath = basePath;
        this.providers = Set.copyOf(providers);
    }

    /** @param begin in nanoseconds of the clock */
    public RequestContext begin(Request request, long begin) {
        var path = request.path();
        var below = path.startsWith(basePath + "/")
                ? path.substring(basePath.length() + 1).split("/", 3)
                : new String[0];
        var action = below.length > 0 && ACTIONS.contains(below[0]) ? below[0] : null;
        var provider = action != null && below.length > 1 && providers.contains(below[1]) ? below[1] : null;
        return new RequestContext(
                id(request), request.method(), shortened(path), client(request), action, provider, begin);
    }

    /** Writes the line of a request that was answered. */
    public void end(RequestContext request, int status, long bytes) {
        if (settings.access().takes(status)) AccessEntry.log(request, status, bytes);
    }

    private String id(Request request) {
        var given = request.header(HEADER);
        if (given.isPresent() && ID.matcher(given.get()).matches() && isFromProxy(request)) return given.get();
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    private boolean isFromProxy(Request request) {
        var peer = Optional.ofNullable(request.remoteAddress()).flatMap(IpAddress::parse);
        return peer.isPresent() && proxies.stream().anyMatch(range -> range.contains(peer.get()));
    }

    private @Nullable String client(Request request) {
        if (settings.clientAddress() == ClientAddress.NONE) return null;
        var address = origins.clientAddress(request);
        if (settings.clientAddress() == ClientAddress.PREFIX) address = address.map(RequestLog::prefix);
        return address.map(IpAddress::toString).orElse(null);
    }

    private static IpAddress prefix(IpAddress address) {
        return address.network(address.length() == 32 ? 24 : 48);
    }

    private static String shortened(String path) {
        return path.length() <= MAX_PATH ? path : path.substring(0, MAX_PATH);
    }
}
