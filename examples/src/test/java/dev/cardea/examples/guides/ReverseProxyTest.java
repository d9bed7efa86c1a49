package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.SessionOptions;
import dev.cardea.examples.SourceTree;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Network;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user signs in through the proxies, as the guide configures them. */
@Tag("process")
class ReverseProxyTest {
    private static final String NGINX = """
            daemon off;
            worker_processes 1;
            pid %1$s/nginx.pid;
            error_log %1$s/error.log;
            events {}
            http {
              access_log off;
              client_body_temp_path %1$s/a;
              proxy_temp_path %1$s/b;
              fastcgi_temp_path %1$s/c;
              uwsgi_temp_path %1$s/d;
              scgi_temp_path %1$s/e;
              server {
                listen 127.0.0.1:%2$d;
                %3$s
              }
            }
            """;

    private static final String CADDY = """
            {
              admin off
              auto_https off
            }
            http://localhost:%d {
              %s
            }
            """;

    @TempDir
    Path folder;

    @Test
    void a_user_signs_in_behind_nginx() throws Exception {
        var nginx = Require.program("nginx");
        int port = free();
        signsIn(port, upstream -> {
            var block = block("(?ms)^```nginx\n(.*?)^```$").replace("127.0.0.1:3000", "127.0.0.1:" + upstream);
            var file = Files.writeString(folder.resolve("nginx.conf"), NGINX.formatted(folder, port, block));
            return List.of(nginx.toString(), "-p", folder.toString(), "-c", file.toString());
        });
    }

    @Test
    void a_user_signs_in_behind_caddy() throws Exception {
        var caddy = Require.program("caddy");
        int port = free();
        signsIn(port, upstream -> {
            var line = block("`(reverse_proxy [^`]*)`").replace("127.0.0.1:3000", "127.0.0.1:" + upstream);
            var file = Files.writeString(folder.resolve("Caddyfile"), CADDY.formatted(port, line));
            return List.of(caddy.toString(), "run", "--adapter", "caddyfile", "--config", file.toString());
        });
    }

    private interface Command {
        List<String> of(int upstream) throws IOException;
    }

    private void signsIn(int port, Command command) throws Exception {
        var site = "http://localhost:" + port;
        var auth = Auth.of(Acme.local()
                .url(site)
                .trustedProxies("127.0.0.0/8")
                .session(SessionOptions.jwt())
                .provider(CredentialsProvider.of(
                                (fields, request) -> Optional.of(User.of("1", "x".repeat(9_000), "ada@example.com")))
                        .name("a password")
                        .field("password", CredentialInput.password("Password")))
                .build());
        try (var server = LocalServer.start(0, auth)) {
            var builder = new ProcessBuilder(command.of(server.port()))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("proxy.log").toFile());
            builder.environment().put("HOME", folder.toString());
            builder.environment().put("XDG_CONFIG_HOME", folder.toString());
            builder.environment().put("XDG_DATA_HOME", folder.toString());
            var proxy = builder.start();
            try {
                await(proxy, port);
                var browser = Browser.of(Network.INSTANCE);
                browser.open(site + "/auth/signin")
                        .form("Sign in with a password")
                        .fill("password", "correct horse")
                        .submit();
                assertThat(browser.open(site + "/auth/session").text()).contains("ada@example.com");
            } finally {
                proxy.destroy();
                proxy.waitFor();
            }
        }
    }

    private static String block(String pattern) throws IOException {
        var page = Files.readString(SourceTree.root().resolve("docs/guides/reverse-proxy.md"));
        var found = Pattern.compile(pattern).matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private static int free() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void await(Process proxy, int port) throws Exception {
        for (int i = 0; i < 300 && proxy.isAlive(); i++) {
            try (var socket = new Socket("127.0.0.1", port)) {
                return;
            } catch (IOException e) {
                Thread.sleep(50);
            }
        }
        throw new AssertionError(Files.readString(folder.resolve("proxy.log")));
    }
}
