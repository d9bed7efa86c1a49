package dev.cardea.internal.oauth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A test certificate for one host name, which the fixture serves and trusts. Tests of other modules use it too. */
public final class TlsFixture {
    /** By host: keytool is a separate process, and a mutation run prepares a test class for each change. */
    private static final Map<String, byte[]> MADE = new HashMap<>();

    private TlsFixture() {}

    /** @param folder for the key; one that has the host's key already keeps it */
    public static SSLContext of(Path folder, String host) throws Exception {
        var store = folder.resolve(host + ".p12");
        if (!Files.exists(store)) Files.write(store, made(folder, host));
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, "changeit".toCharArray());
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", keys.getCertificate("it"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static synchronized byte[] made(Path folder, String host) throws IOException, InterruptedException {
        var known = MADE.get(host);
        if (known != null) return known;
        var fresh = folder.resolve(host + ".new.p12");
        make(fresh, host);
        var bytes = Files.readAllBytes(fresh);
        MADE.put(host, bytes);
        return bytes;
    }

    private static void make(Path store, String host) throws IOException, InterruptedException {
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var command = List.of(
                keytool,
                "-genkeypair",
                "-alias",
                "it",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + host,
                "-ext",
                "SAN=dns:" + host,
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                store.toString());
        var made = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(store.resolveSibling("keytool.log").toFile())
                .start();
        if (made.waitFor() != 0) throw new IOException("keytool failed");
    }
}
