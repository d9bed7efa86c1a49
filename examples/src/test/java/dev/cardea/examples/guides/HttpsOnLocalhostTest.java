package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.SessionOptions;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.LocalServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A browser that trusts the authority of Caddy reaches the application by https, as the guide configures it. */
@Tag("part")
@Tag("process")
class HttpsOnLocalhostTest {
    /** Nothing of this machine's trust store changes. */
    private static final String OPTIONS = "{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n";

    @TempDir
    Path folder;

    @Test
    void the_site_is_at_an_https_address_and_its_cookies_are_secure() throws Exception {
        int port = FreePorts.one();
        var site = "https://localhost:" + port;
        var auth = Auth.of(Acme.local().url(site).session(SessionOptions.jwt()).build());
        try (var server = LocalServer.start(0, auth)) {
            var file = GuidePage.blocks("docs/guides/https-on-localhost.md", "caddy")
                    .get(0);
            // With their hosts: the digits of one port may be part of the other.
            var ports = file.replace("localhost:3443", "localhost:" + port)
                    .replace("127.0.0.1:3000", "127.0.0.1:" + server.port());
            try (var proxy = ProxyProcess.caddy(folder, OPTIONS + ports)) {
                var answer = ask(proxy, site + "/auth/csrf");
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().allValues("set-cookie"))
                        .anyMatch(line -> line.startsWith("__Host-authjs.csrf-token=") && line.contains("Secure"));
            }
        }
    }

    private HttpResponse<String> ask(ProxyProcess proxy, String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).build();
        var answer = Eventually.present("an answer of Caddy, or its end", () -> {
            if (!proxy.isAlive()) return Optional.of(Optional.<HttpResponse<String>>empty());
            var client = HttpClient.newBuilder().sslContext(trusting()).build();
            return Optional.of(Optional.of(client.send(request, BodyHandlers.ofString())));
        });
        if (answer.isEmpty()) throw new AssertionError(proxy.log());
        return answer.get();
    }

    /** Trusts what Caddy's own authority vouches for, once it has made one. */
    private SSLContext trusting() throws Exception {
        var keys = KeyStore.getInstance(KeyStore.getDefaultType());
        keys.load(null, null);
        try (var in = Files.newInputStream(folder.resolve("caddy/pki/authorities/local/root.crt"))) {
            keys.setCertificateEntry(
                    "caddy", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
