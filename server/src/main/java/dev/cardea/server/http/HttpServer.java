package dev.cardea.server.http;

import dev.cardea.hooks.Hooks;
import dev.cardea.http.HttpHandler;
import dev.cardea.server.log.RequestLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** A running HTTP server: on virtual threads where the JVM has them, and with limits on what a client may send. */
public final class HttpServer implements AutoCloseable {
    private static final int THREADS = 200;
    private static final int MANAGEMENT_THREADS = 16;
    /** Until a thread without work ends, in milliseconds. */
    private static final int IDLE = 60_000;
    /** Between two looks whether requests have arrived, in milliseconds. */
    private static final int LOOKS = 1_000;

    /**
     * References keep the loggers and their levels from garbage collection. The last two would let an attacker fill the
     * log with warnings about malformed requests.
     */
    @SuppressWarnings("UnusedVariable")
    private static final List<Logger> JETTY = List.of(
            quiet("org.eclipse.jetty", Level.WARNING),
            quiet("org.eclipse.jetty.http", Level.SEVERE),
            quiet("org.eclipse.jetty.util.HostPort", Level.SEVERE));

    private final Server server;
    private final ServerConnector connector;
    private final RequestsInProgress requests;
    private final @Nullable TlsListener tls;

    private HttpServer(
            Server server, ServerConnector connector, RequestsInProgress requests, @Nullable TlsListener tls) {
        this.server = server;
        this.connector = connector;
        this.requests = requests;
        this.tls = tls;
    }

    /**
     * Serves one configuration with the default limits.
     *
     * @param port 0 for a free one
     * @throws IOException if the port is not available
     */
    public static HttpServer start(String host, int port, HttpHandler site, @Nullable Hooks hooks) throws IOException {
        return start(host, port, site, hooks, HttpLimits.DEFAULT);
    }

    static HttpServer start(String host, int port, HttpHandler site, @Nullable Hooks hooks, HttpLimits limits)
            throws IOException {
        var deployment = new Deployment(site, hooks, RequestLog.NONE);
        return start(host, port, () -> deployment, limits, null);
    }

    /**
     * Serves from now on.
     *
     * @param port 0 for a free one
     * @param current the deployment that answers the next request
     * @param certificate for TLS; {@code null}: plain http
     * @throws IOException if the port is not available
     */
    public static HttpServer start(
            String host,
            int port,
            Supplier<Deployment> current,
            HttpLimits limits,
            @Nullable TlsCertificate certificate)
            throws IOException {
        var tls = certificate == null ? null : new TlsListener(certificate);
        return start(host, port, new SiteHandler(current, limits), limits, THREADS, tls);
    }

    /** Serves probes and monitoring, with few threads. */
    public static HttpServer startManagement(String host, int port, HttpHandler endpoints) throws IOException {
        var deployment = new Deployment(endpoints, null, RequestLog.NONE);
        var handler = new SiteHandler(() -> deployment, HttpLimits.MANAGEMENT);
        return start(host, port, handler, HttpLimits.MANAGEMENT, MANAGEMENT_THREADS, null);
    }

    private static HttpServer start(
            String host, int port, SiteHandler handler, HttpLimits limits, int threads, @Nullable TlsListener tls)
            throws IOException {
        var server = new Server(threads(threads));
        var http = new HeaderCountLimit(http(limits, tls != null), limits.headFields());
        var connector = tls == null
                ? new ServerConnector(server, 1, 1, http)
                : new ServerConnector(server, 1, 1, tls.connections(), http);
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(limits.idleTimeout().toMillis());
        connector.addBean(new HeaderTimeout(connector.getScheduler(), limits.headTimeout()));
        server.addConnector(connector);
        var most = new NetworkConnectionLimit(limits.connections(), connector);
        // While clients wait for a connection, idle ones are closed soon.
        most.setEndPointIdleTimeout(limits.idleWhenFull().toMillis());
        server.addBean(most);
        var requests = new RequestsInProgress(handler);
        server.setHandler(requests);
        server.setErrorHandler(HttpServer::explain);
        var started = new HttpServer(server, connector, requests, tls);
        try {
            server.start();
        } catch (IOException e) {
            started.stop(Duration.ZERO);
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP server did not start", e);
        }
        return started;
    }

    /** The port that was had. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns whether the listener has TLS. */
    public boolean hasTls() {
        return tls != null;
    }

    /**
     * Uses another certificate from now on. Open connections keep theirs.
     *
     * @throws IllegalStateException if the listener has no TLS
     */
    public void certificate(TlsCertificate certificate) {
        if (tls == null) throw new IllegalStateException("this listener has no TLS");
        tls.replace(certificate);
    }

    /** Returns how many connections are open. */
    public int connections() {
        return connector.getConnectedEndPoints().size();
    }

    /** Runs a short task once, as soon as a second passes without a request. */
    public void whenIdle(Runnable task) {
        var scheduler = connector.getScheduler();
        new IdleTask(requests, look -> scheduler.schedule(look, LOOKS, TimeUnit.MILLISECONDS), task).begin();
    }

    /** Takes no more requests, and waits for those that are being answered. */
    public void stop(Duration most) {
        server.setStopTimeout(most.toMillis());
        try {
            server.stop();
        } catch (Exception e) {
            System.getLogger("dev.cardea.server").log(System.Logger.Level.WARNING, "the end was not orderly", e);
        }
    }

    @Override
    public void close() {
        stop(Duration.ZERO);
    }

    private static Logger quiet(String name, Level level) {
        var logger = Logger.getLogger(name);
        if (logger.getLevel() == null) logger.setLevel(level);
        return logger;
    }

    private static QueuedThreadPool threads(int most) {
        // Jetty's own queue starts the JVM's management, which a process without JMX doesn't need.
        var pool = new QueuedThreadPool(most, 2, IDLE, 0, new LinkedBlockingQueue<>(), null);
        pool.setName("cardea");
        if (VirtualThreads.areSupported()) {
            pool.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        return pool;
    }

    /**
     * Heads are large in both directions because of session cookies in chunks. Core validates targets itself, so Jetty
     * passes them on unchanged.
     */
    private static HttpConfiguration http(HttpLimits limits, boolean isTls) {
        var http = new HttpConfiguration();
        // Whether the name in the handshake is that of the site is not Jetty's question: core checks Host.
        if (isTls) http.addCustomizer(new SecureRequestCustomizer(false));
        http.setRequestHeaderSize(limits.headBytes());
        http.setMaxResponseHeaderSize(2 * limits.headBytes());
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setSendServerVersion(false);
        return http;
    }

    /** Answers malformed requests with the same body as core. */
    private static boolean explain(Request request, Response response, Callback callback) {
        // An unknown version or coding is the client's mistake, so it must not alarm the operator as a 5xx.
        if (response.getStatus() == 501 || response.getStatus() == 505) response.setStatus(400);
        var words = switch (response.getStatus()) {
            case 500 -> "{\"error\":\"internal error\"}";
            case 503 -> "{\"error\":\"shutting down\"}";
            default -> "\"Bad request.\"";
        };
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "private, no-cache, no-store");
        response.write(true, ByteBuffer.wrap(words.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
