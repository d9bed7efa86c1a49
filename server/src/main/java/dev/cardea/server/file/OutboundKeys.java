package dev.cardea.server.file;

import dev.cardea.server.outbound.Outbound;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of {@code outbound}. */
final class OutboundKeys {
    private static final String EXAMPLE = "must be the URL of an HTTP proxy, such as http://proxy.example:3128";

    static final Key KEY = Key.group(
            "outbound",
            "How to call providers, email services and hooks on other machines.",
            Key.text("ca", null, "A PEM file with certificate authorities to trust in addition to Java's."),
            Key.text("proxy", null, "The HTTP proxy for these calls, such as http://proxy.example:3128."),
            Key.texts("direct", "Hosts to call without the proxy; .example.com covers subdomains."));

    private OutboundKeys() {}

    static Outbound read(Section section) {
        var authorities = section.fileContents("ca").map(pem -> authorities(section, pem));
        var proxy = section.text("proxy").map(address -> proxy(section, address));
        var direct = section.texts("direct");
        if (!direct.isEmpty() && !section.keys().contains("proxy")) {
            section.wrong("direct", "has no effect without outbound.proxy");
        }
        return new Outbound(authorities.orElse(List.of()), proxy.orElse(null), direct);
    }

    private static List<X509Certificate> authorities(Section section, String pem) {
        try {
            return PemCertificates.parse(pem);
        } catch (IllegalArgumentException e) {
            section.wrong("ca", "cannot be used: " + e.getMessage());
            return List.of();
        }
    }

    private static @Nullable InetSocketAddress proxy(Section section, String address) {
        try {
            var uri = URI.create(address);
            boolean isPlain = uri.getRawPath() == null
                    || uri.getRawPath().isEmpty()
                    || uri.getRawPath().equals("/");
            if (uri.getRawUserInfo() != null) {
                section.wrong("proxy", "has a user; proxies that require a password aren't supported");
            } else if ("http".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0 && isPlain) {
                return InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort());
            } else {
                section.wrong("proxy", EXAMPLE);
            }
        } catch (IllegalArgumentException e) {
            section.wrong("proxy", EXAMPLE);
        }
        return null;
    }
}
