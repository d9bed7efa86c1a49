package dev.cardea.server;

import dev.cardea.server.http.TlsCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost, provider.test and a mail service that signs itself, as files in PEM and for TLS. */
public final class TestCertificate {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final X509Certificate certificate;
    private final PrivateKey secret;

    private TestCertificate(X509Certificate certificate, PrivateKey secret) {
        this.certificate = certificate;
        this.secret = secret;
    }

    /** @param options of keytool, such as {@code -startdate -40d} */
    public static TestCertificate make(Path folder, String name, String... options) throws Exception {
        var store = folder.resolve(name + ".p12");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-m",
                "java.base/sun.security.tools.keytool.Main",
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1,dns:provider.test,dns:api.resend.com",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString()));
        command.addAll(List.of(options));
        var made = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (made.waitFor() != 0) throw new IOException(Files.readString(folder.resolve("keytool.log")));
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return new TestCertificate(
                (X509Certificate) keys.getCertificate("it"), (PrivateKey) keys.getKey("it", PASSWORD));
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public TlsCertificate forTls() {
        return new TlsCertificate(List.of(certificate), secret);
    }

    public String pem() throws Exception {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    public String keyPem() {
        return pem("PRIVATE KEY", secret.getEncoded());
    }

    private static String pem(String kind, byte[] bytes) {
        var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
    }

    /** A client context that trusts this certificate alone. */
    public SSLContext trusting() throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("it", certificate);
        var trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
