package dev.cardea.server.log;

import dev.cardea.AuthConfig;
import dev.cardea.action.AuthAction;
import dev.cardea.http.Request;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.StepContext;
import dev.cardea.provider.Provider;
import dev.cardea.server.log.LogSettings.ClientAddress;
import dev.cardea.server.tracing.TraceParent;
import dev.cardea.server.tracing.Tracer;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Gives each request its id, finds its client, and writes the access log. Safe for concurrent use. */
public final class RequestLog {
    public static final String HEADER = "X-Request-Id";

    /** Trusts no proxy, and logs no requests. */
    public static final RequestLog NONE = new RequestLog();

    private static final int MAX_PATH = 256;

    private final LogSettings settings;
    private final @Nullable AuthConfig config;
    private final String basePath;
    private final Set<String> providers;
    private final Tracer tracing;

    private RequestLog() {
        settings = LogSettings.DEFAULT;
        config = null;
        basePath = "/auth";
        providers = Set.of();
        tracing = Tracer.NONE;
    }

    /** @param config says whose headers count, and which providers there are */
    public RequestLog(LogSettings settings, AuthConfig config) {
        this(settings, config, Tracer.NONE);
    }

    private RequestLog(LogSettings settings, AuthConfig config, Tracer tracing) {
        this.tracing = tracing;
        this.settings = settings;
        this.config = config;
        basePath = config.basePath();
        providers = config.providers().stream().map(Provider::id).collect(Collectors.toUnmodifiableSet());
    }

    /** The same with the traces of a process. */
    public RequestLog with(Tracer some) {
        return config == null ? this : new RequestLog(settings, config, some);
    }

    /** @param begin in nanoseconds of the clock */
    public RequestContext begin(Request request, long begin) {
        var path = request.path();
        var below = path.startsWith(basePath + "/")
                ? path.substring(basePath.length() + 1).split("/", 3)
                : new String[0];
        var action = below.length > 0 && AuthAction.isAuthAction(below[0]) ? below[0] : null;
        var provider = action != null && below.length > 1 && providers.contains(below[1]) ? below[1] : null;
        var trace = tracing.begin(receivedTrace(request), path.startsWith(basePath + "/"));
        return new RequestContext(
                id(request), request.method(), shorten(path), client(request), action, provider, begin, trace);
    }

    /** Ends the span of a request that was answered, and writes its line. */
    public void end(RequestContext request, int status, long bytes) {
        if (request.trace() != null) request.trace().end(status);
        if (settings.access().takes(status)) AccessEntry.log(request, status, bytes);
    }

    private String id(Request request) {
        var given = request.header(HEADER);
        if (given.isPresent() && StepContext.isRequestId(given.get()) && isTrusted(request)) return given.get();
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** Of several headers none counts: they contradict one another. */
    private @Nullable TraceParent receivedTrace(Request request) {
        var given = request.headers().first(TraceParent.HEADER).flatMap(TraceParent::parse);
        if (given.isEmpty() || !isTrusted(request)) return null;
        return request.headers().all(TraceParent.HEADER).size() == 1 ? given.get() : null;
    }

    private boolean isTrusted(Request request) {
        return config != null && config.isFromTrustedProxy(request);
    }

    private @Nullable String client(Request request) {
        if (config == null || settings.clientAddress() == ClientAddress.NONE) return null;
        return config.clientAddress(request).map(this::display).orElse(null);
    }

    private String display(InetAddress address) {
        return settings.clientAddress() == ClientAddress.PREFIX
                ? ClientNetwork.of(address).toString()
                : address.getHostAddress();
    }

    private static String shorten(String path) {
        return path.length() <= MAX_PATH ? path : path.substring(0, MAX_PATH);
    }
}
