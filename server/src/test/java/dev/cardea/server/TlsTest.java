package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Response;
import dev.cardea.server.file.ConfigException;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.http.Deployment;
import dev.cardea.server.http.HttpLimits;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import dev.cardea.server.log.RequestLog;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The site's listener speaks TLS by itself, with real sockets and certificates that the test makes. */
@Tag("process")
class TlsTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @TempDir
    static Path keys;

    @TempDir
    Path folder;

    private static TestCertificate first;
    private static TestCertificate second;
    private static TestCertificate expired;

    @BeforeAll
    static void make() throws Exception {
        first = TestCertificate.make(keys, "first");
        second = TestCertificate.make(keys, "second");
        expired = TestCertificate.make(keys, "expired", "-startdate", "-40d");
    }

    @Test
    void the_site_is_served_over_tls_and_knows_it() throws Exception {
        var auth = Auth.of(AuthConfig.builder().secret(SECRET).trustHost(true).build());
        try (var server =
                start(new Deployment(new PublicEndpoints(auth, "/auth"), null, RequestLog.NONE), HttpLimits.DEFAULT)) {
            var answer = get(first, server.port(), "/auth/csrf");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("set-cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie)
                            .startsWith("__Host-authjs.csrf-token=")
                            .contains("; Secure"));
        }
    }

    @ParameterizedTest
    @CsvSource({"TLSv1.3,true", "TLSv1.2,true", "TLSv1.1,false"})
    void tls_1_2_and_1_3_are_spoken_and_nothing_older(String protocol, boolean isSpoken) throws Exception {
        try (var server = start(echo(), HttpLimits.DEFAULT);
                var socket = (SSLSocket) first.trusting().getSocketFactory().createSocket("localhost", server.port())) {
            socket.setEnabledProtocols(new String[] {protocol});
            if (isSpoken) {
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            } else {
                assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
            }
        }
    }

    @Test
    void another_certificate_is_used_by_connections_from_then_on() throws Exception {
        try (var server = start(echo(), HttpLimits.DEFAULT)) {
            assertThat(get(first, server.port(), "/").statusCode()).isEqualTo(200);
            server.certificate(second.forTls());
            assertThat(get(second, server.port(), "/").statusCode()).isEqualTo(200);
            assertThatThrownBy(() -> get(first, server.port(), "/")).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void a_client_that_never_ends_its_handshake_is_closed() throws Exception {
        var limits = HttpLimits.DEFAULT.headTimeout(Duration.ofMillis(300)).idleTimeout(Duration.ofSeconds(60));
        try (var server = start(echo(), limits);
                var socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(60_000);
            // The beginning of a record, whose rest never comes.
            socket.getOutputStream().write(new byte[] {22, 3, 1});
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGHUP")
    void a_renewed_certificate_is_used_after_a_reload_and_an_expired_one_is_rejected() throws Exception {
        write(first, first);
        try (var served = ServedProcess.start(folder, "secret: " + SECRET + "\nport: 0\n" + config())) {
            var site = served.site();
            assertThat(site).startsWith("https://127.0.0.1:");
            int port = URI.create(site).getPort();
            assertThat(get(first, port, "/auth/session").body()).isEqualTo("null");
            write(second, second);
            served.hangUp();
            served.awaitError("the configuration was reloaded");
            assertThat(get(second, port, "/auth/session").body()).isEqualTo("null");
            write(expired, expired);
            served.hangUp();
            served.awaitError("the configuration wasn't reloaded");
            assertThat(get(second, port, "/auth/session").body()).isEqualTo("null");
        }
    }

    @Test
    void a_key_of_another_certificate_is_reported() throws Exception {
        write(first, second);
        assertThat(findings(config()))
                .containsExactly("key \"tls.key\" doesn't belong to the certificate in tls.certificate");
    }

    @Test
    void an_expired_certificate_is_reported_with_its_end() throws Exception {
        write(expired, expired);
        assertThat(findings(config()))
                .singleElement()
                .asString()
                .matches("key \"tls.certificate\" expired at 20.*Z; renew it");
    }

    @Test
    void what_cannot_be_used_is_reported_with_the_mend() throws Exception {
        write(first, first);
        assertThat(findings("tls: { certificate: site.pem }\n"))
                .containsExactly("key \"tls.key\" is missing: set it to a PEM file");
        assertThat(findings("tls: { certificate: gone.pem, key: key.pem }\n"))
                .containsExactly("key \"tls.certificate\": the file gone.pem cannot be read");
        assertThat(findings("tls: { certificate: key.pem, key: key.pem }\n"))
                .containsExactly("key \"tls.certificate\" cannot be used: it doesn't contain a PEM certificate");
        Files.writeString(folder.resolve("old.pem"), first.keyPem().replace("PRIVATE KEY", "EC PRIVATE KEY"));
        assertThat(findings("tls: { certificate: site.pem, key: old.pem }\n"))
                .singleElement()
                .asString()
                .contains("it isn't a PKCS#8 private key in PEM format; convert it with: openssl pkcs8 -topk8 -nodes")
                .doesNotContain(first.keyPem().lines().toList().get(1));
        assertThat(findings("outbound: { ca: key.pem }\n"))
                .containsExactly("key \"outbound.ca\" cannot be used: it doesn't contain a PEM certificate");
        assertThat(findings("outbound: { proxy: 'http://user:secret@proxy.example:3128' }\n"))
                .containsExactly("key \"outbound.proxy\" has a user; proxies that require a password aren't supported");
        assertThat(findings("outbound: { proxy: proxy.example }\n"))
                .singleElement()
                .asString()
                .contains("must be the URL of an HTTP proxy, such as http://proxy.example:3128");
        assertThat(findings("outbound: { direct: [a.example] }\n"))
                .containsExactly("key \"outbound.direct\" has no effect without outbound.proxy");
    }

    private String config() {
        return "tls: { certificate: site.pem, key: key.pem }\n";
    }

    private void write(TestCertificate certificate, TestCertificate key) throws Exception {
        Files.writeString(folder.resolve("site.pem"), certificate.pem());
        Files.writeString(folder.resolve("key.pem"), key.keyPem());
        Files.writeString(folder.resolve("cardea.yml"), "secret: " + SECRET + "\nport: 0\n" + config());
    }

    /** The findings in the file, without the name of the file and the line. */
    private List<String> findings(String config) throws IOException {
        var file = Files.writeString(folder.resolve("c.yml"), "secret: " + SECRET + "\n" + config);
        try {
            ConfigFile.read(file, Env.none());
            return List.of();
        } catch (ConfigException e) {
            return e.lines().stream()
                    .map(line -> line.replaceFirst("^.*c\\.yml:\\d+: ", ""))
                    .toList();
        }
    }

    private static Deployment echo() {
        return new Deployment(request -> Response.of(200, "text/plain", "here"), null, RequestLog.NONE);
    }

    private static HttpServer start(Deployment deployment, HttpLimits limits) throws IOException {
        return HttpServer.start("127.0.0.1", 0, () -> deployment, limits, first.forTls());
    }

    private static HttpResponse<String> get(TestCertificate trusted, int port, String path) throws Exception {
        var http = HttpClient.newBuilder().sslContext(trusted.trusting()).build();
        var request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + path))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
