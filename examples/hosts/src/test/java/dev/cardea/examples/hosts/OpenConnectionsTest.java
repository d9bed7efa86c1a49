package dev.cardea.examples.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.examples.guides.OpenConnections;
import dev.cardea.http.Request;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import io.javalin.Javalin;
import io.javalin.websocket.WsContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The class of the guide watches WebSockets of Javalin. */
class OpenConnectionsTest {
    private static final String APP = "https://app.example";
    private static final String COOKIE = "__Secure-authjs.session-token";

    private final InMemoryAdapter store = new InMemoryAdapter();
    private final Inbox inbox = new Inbox();
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .url(APP)
            .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
            .adapter(store)
            .session(SessionOptions.revocable())
            .provider(EmailProvider.of("email", inbox))
            .build());
    private final OpenConnections connections = new OpenConnections(auth);
    private final Set<String> open = ConcurrentHashMap.newKeySet();
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                config.routes.ws("/chat", chat -> {
                    chat.onConnect(connection -> {
                        Runnable close = connection::closeSession;
                        connection.attribute("close", close);
                        connections.add(handshake(connection), close);
                        open.add(connection.sessionId());
                    });
                    chat.onMessage(message -> message.send(message.message()));
                    chat.onClose(connection -> {
                        connections.remove(connection.attribute("close"));
                        open.remove(connection.sessionId());
                    });
                });
            })
            .start("127.0.0.1", 0);

    /** Javalin has the cookies of the handshake, and not their header. */
    private static Request handshake(WsContext connection) {
        return Request.get(APP + "/chat").header("cookie", COOKIE + "=" + connection.cookie(COOKIE));
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void a_web_socket_is_closed_after_its_session_has_ended_and_those_of_others_stay_open() {
        var ada = new Chat(signedIn("ada@example.com"));
        var bob = new Chat(signedIn("bob@example.com"));
        connections.check();
        assertThat(bob.echo("before")).isEqualTo("before");
        assertThat(ada.echo("before")).isEqualTo("before");

        var user = store.getUserByEmail("ada@example.com").orElseThrow();
        auth.sessions().endAll(String.valueOf(user.id()));
        connections.check();

        ada.closed.orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(bob.echo("after")).isEqualTo("after");
        Eventually.isTrue("one connection is left", () -> open.size() == 1);
    }

    /** A browser's session cookie, after it opened the link in the sign-in email. */
    private String signedIn(String email) {
        var browser = Browser.of(Origins.of(APP, auth), Clock.systemUTC());
        browser.open(APP + "/auth/signin")
                .form("Sign in with Email")
                .fill("email", email)
                .submit();
        browser.open(inbox.last(email).orElseThrow().url());
        return browser.cookie(APP + "/", COOKIE).orElseThrow();
    }

    /** The browser's end of a connection. */
    private final class Chat implements WebSocket.Listener {
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final WebSocket socket;
        private volatile CompletableFuture<String> received = new CompletableFuture<>();

        Chat(String cookie) {
            socket = HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Cookie", COOKIE + "=" + cookie)
                    .buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/chat"), this)
                    .join();
        }

        String echo(String text) {
            received = new CompletableFuture<>();
            socket.sendText(text, true).join();
            return received.orTimeout(60, TimeUnit.SECONDS).join();
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean isLast) {
            received.complete(text.toString());
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            closed.complete(status);
            return null;
        }
    }
}
