package dev.cardea.hooks;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.cardea.jose.Hkdf;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An application that answers hooks as a test sets it up, and records its calls. */
public final class Receiver implements AutoCloseable {
    static {
        // Else the server of the JDK waits 40 ms before each second packet of a connection.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    public record Call(String name, String body, String signature, String eventId, Headers headers) {}

    public record Reply(int status, byte[] body, long delayMillis, String signature, String location) {
        public Reply(int status, byte[] body, long delayMillis, String signature) {
            this(status, body, delayMillis, signature, "");
        }

        public Reply(int status, byte[] body, long delayMillis) {
            this(status, body, delayMillis, "");
        }

        public static Reply redirect(int status, String location) {
            return new Reply(status, new byte[0], 0, "", location);
        }

        public Reply(int status, String body, long delayMillis) {
            this(status, body.getBytes(StandardCharsets.UTF_8), delayMillis);
        }

        public static Reply of(String body) {
            return new Reply(200, body, 0);
        }

        public static Reply status(int status) {
            return new Reply(status, "", 0);
        }
    }

    public final List<Call> calls = new CopyOnWriteArrayList<>();
    /** Calls of {@code describe}, which it answers only if a test sets an answer. */
    public final List<Call> descriptions = new CopyOnWriteArrayList<>();

    /** Paths without the slash that it wants. */
    public final List<String> redirects = new CopyOnWriteArrayList<>();

    private final Map<String, Function<Call, Reply>> replies = new ConcurrentHashMap<>();
    private final HttpServer server;
    private volatile boolean wantsSlash;

    public Receiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/hooks/", exchange -> {
            try (exchange) {
                var path = exchange.getRequestURI().getPath();
                if (wantsSlash && !path.endsWith("/")) {
                    redirects.add(path);
                    exchange.getResponseHeaders().add("Location", path + "/");
                    exchange.sendResponseHeaders(308, -1);
                    return;
                }
                var name = path.substring("/hooks/".length()).replaceAll("/$", "");
                var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                var headers = exchange.getRequestHeaders();
                var call = new Call(
                        name,
                        body,
                        headers.getFirst("X-Cardea-Signature"),
                        headers.getFirst("X-Cardea-Event-Id"),
                        headers);
                (name.equals("describe") ? descriptions : calls).add(call);
                var reply = replies.getOrDefault(name, it -> Reply.status(204)).apply(call);
                Thread.sleep(reply.delayMillis);
                byte[] bytes = reply.body;
                var location = reply.status == 302 && reply.location.isEmpty()
                        ? url() + "/callbacks/elsewhere"
                        : reply.location;
                if (!location.isEmpty()) exchange.getResponseHeaders().add("Location", location);
                if (!reply.signature.isEmpty())
                    exchange.getResponseHeaders().add(HookSigner.ANSWER_HEADER, reply.signature);
                exchange.sendResponseHeaders(reply.status, bytes.length == 0 ? -1 : bytes.length);
                if (bytes.length > 0) exchange.getResponseBody().write(bytes);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    /** From now on it redirects to paths with a slash at their end, as Next does with {@code trailingSlash}. */
    public Receiver wantsSlash() {
        wantsSlash = true;
        return this;
    }

    public Receiver on(String name, Reply reply) {
        return on(name, call -> reply);
    }

    public Receiver on(String name, Function<Call, Reply> reply) {
        replies.put(name, reply);
        return this;
    }

    /** From now on it describes itself, signed with this secret. */
    public Receiver describes(String secret, List<String> callbacks, List<String> events) {
        return describes(
                secret, Claims.of("callbacks", callbacks).with("events", events).with("origin", origin()));
    }

    /** From now on it answers {@code describe} so, signed with this secret. */
    public Receiver describes(String secret, Claims answer) {
        return on("describe", call -> {
            var nonce = Json.parseObject(call.body(), Json.TRUSTED_DEPTH).text("nonce");
            byte[] body = answer.toJson().getBytes(StandardCharsets.UTF_8);
            return new Reply(200, body, 0, answerSignature(secret, nonce, body));
        });
    }

    /** What it answers to a call that another received. */
    public Reply replyTo(Call call) {
        return replies.getOrDefault(call.name(), it -> Reply.status(204)).apply(call);
    }

    /** As the contract says it, written a second time. */
    public static String answerSignature(String secret, String nonce, byte[] body) {
        try {
            byte[] derived = Hkdf.sha256(
                    secret.getBytes(StandardCharsets.UTF_8), new byte[0], "Cardea hooks answer".getBytes(), 32);
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(derived, "HmacSHA256"));
            var digest = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(body));
            byte[] signature = mac.doFinal(("v1.describe." + nonce + "." + digest).getBytes(StandardCharsets.UTF_8));
            return "v1." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hooks";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
