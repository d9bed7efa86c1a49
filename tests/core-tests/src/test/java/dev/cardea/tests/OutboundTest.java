package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which client calls the providers of a configuration. */
class OutboundTest {
    private static final String APP = "https://app.example";

    private final List<String> log = new ArrayList<>();

    /** A tenant chooses the provider there, so it must not lead to an address inside of the site's network. */
    @Test
    void a_configuration_made_for_a_request_reaches_public_addresses_only() throws IOException {
        try (var inside = inside()) {
            var config = config(inside).build();
            begin(Auth.of(request -> config));
            assertThat(log).anyMatch(message -> message.contains("the address is not public"));
        }
    }

    @Test
    void the_operators_own_configuration_reaches_its_network() throws IOException {
        try (var inside = inside()) {
            begin(Auth.of(config(inside).build()));
            assertThat(log).isNotEmpty().noneMatch(message -> message.contains("the address is not public"));
        }
    }

    private void begin(Auth auth) {
        var browser = Browser.of(Origins.of(APP, auth));
        var end = browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        assertThat(end.url()).contains("error=Configuration");
    }

    /** Closes every connection at once. */
    private static ServerSocket inside() throws IOException {
        var socket = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        var thread = new Thread(() -> {
            while (!socket.isClosed()) {
                try {
                    socket.accept().close();
                } catch (IOException e) {
                    return;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return socket;
    }

    private AuthConfig.Builder config(ServerSocket inside) {
        return AuthConfig.builder()
                .env(Env.none())
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        for (Throwable e = error; e != null; e = e.getCause()) log.add(String.valueOf(e.getMessage()));
                    }
                })
                .provider(OAuthProvider.oidc("op", "Demo ID", "https://127.0.0.1:" + inside.getLocalPort())
                        .clientId("app")
                        .clientSecret("app-secret"));
    }
}
