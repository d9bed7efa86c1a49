package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.SessionOptions;
import dev.cardea.examples.SourceTree;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Network;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user signs in through the proxies, as the guide configures them. */
@Tag("part")
@Tag("process")
class ReverseProxyTest {
    @TempDir
    Path folder;

    @Test
    void a_user_signs_in_behind_nginx() throws Exception {
        signsIn(block("(?ms)^```nginx\n(.*?)^```$"), ProxyProcess::nginx);
    }

    @Test
    void a_user_signs_in_behind_caddy() throws Exception {
        signsIn(block("`(reverse_proxy [^`]*)`"), ProxyProcess::caddy);
    }

    @Test
    void a_user_signs_in_behind_nginx_that_removes_a_prefix() throws Exception {
        int port = FreePorts.one();
        var site = "http://localhost:" + port;
        var auth = Auth.of(Acme.local()
                .url(site)
                .strippedPrefix("/app")
                .trustedProxies("127.0.0.0/8")
                .provider(CredentialsProvider.of((fields, request) -> Optional.of(User.of("1", "Ada", null)))
                        .name("a password")
                        .field("password", CredentialInput.password("Password")))
                .build());
        var lines = GuidePage.blocks("docs/guides/reverse-proxy.md", "nginx").get(1);
        try (var server = LocalServer.start(0, Acme.site(auth, auth.protect(request -> Response.of(200))));
                var running = ProxyProcess.nginx(
                        folder, port, lines.replace("127.0.0.1:3000", "127.0.0.1:" + server.port()))) {
            var browser = Browser.of(Network.INSTANCE);
            var refused = Network.INSTANCE.handle(
                    Request.get(site + "/app/account?a=b").header("Accept", "text/html"));
            var signIn = refused.header("Location").orElseThrow();
            assertThat(signIn)
                    .startsWith(site + "/app/auth/signin?callbackUrl=")
                    .endsWith("%2Fapp%2Faccount%3Fa%3Db");
            var shown = browser.open(signIn)
                    .form("Sign in with a password")
                    .fill("password", "correct horse")
                    .submit();
            assertThat(shown.url()).isEqualTo(site + "/app/account?a=b");
            assertThat(shown.status()).isEqualTo(200);
            var forged = Request.get(site + "/app/auth/signin").header("X-Forwarded-Prefix", "/evil");
            assertThat(Network.INSTANCE.handle(forged).text())
                    .contains(site + "/app/auth/")
                    .doesNotContain("/evil");
            assertThat(running.isAlive()).isTrue();
        }
    }

    private interface Starter {
        ProxyProcess start(Path folder, int port, String lines) throws Exception;
    }

    private void signsIn(String lines, Starter proxy) throws Exception {
        int port = FreePorts.one();
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
        try (var server = LocalServer.start(0, auth);
                var running =
                        proxy.start(folder, port, lines.replace("127.0.0.1:3000", "127.0.0.1:" + server.port()))) {
            var browser = Browser.of(Network.INSTANCE);
            browser.open(site + "/auth/signin")
                    .form("Sign in with a password")
                    .fill("password", "correct horse")
                    .submit();
            assertThat(browser.open(site + "/auth/session").text()).contains("ada@example.com");
            assertThat(running.isAlive()).isTrue();
        }
    }

    private static String block(String pattern) throws IOException {
        var page = Files.readString(SourceTree.root().resolve("docs/guides/reverse-proxy.md"));
        var found = Pattern.compile(pattern).matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
