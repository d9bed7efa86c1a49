package dev.cardea.mail;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where mail is handed over, from {@code smtp://user:password@host:port} or {@code smtps://…}. User and password are
 * percent-decoded. Never prints the password.
 */
record SmtpServer(
        boolean secure,
        String host,
        int port,
        @Nullable String user,
        @Nullable String password) {
    private static final int CONNECT = 3_000;
    private static final int EXCHANGE = 10_000;

    /** @throws IllegalArgumentException where it is no such address; the message does not hold it */
    static SmtpServer parse(String url) {
        try {
            var uri = URI.create(url);
            if (uri.getHost() == null) throw wrong();
            boolean secure = "smtps".equalsIgnoreCase(uri.getScheme());
            if (!secure && !"smtp".equalsIgnoreCase(uri.getScheme())) throw wrong();
            int port = uri.getPort() > 0 ? uri.getPort() : secure ? 465 : 587;
            var login = uri.getRawUserInfo();
            if (login == null) return new SmtpServer(secure, uri.getHost(), port, null, null);
            int colon = login.indexOf(':');
            var user = decoded(colon < 0 ? login : login.substring(0, colon));
            return new SmtpServer(
                    secure, uri.getHost(), port, user, colon < 0 ? "" : decoded(login.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            // The cause would quote the address, and with it the password.
            throw wrong();
        }
    }

    /** What the mail library is told. STARTTLS is used where the server offers it, and demanded before a password. */
    Properties properties() {
        var name = "mail." + protocol() + ".";
        var all = new Properties();
        all.setProperty(name + "host", host);
        all.setProperty(name + "port", String.valueOf(port));
        all.setProperty(name + "connectiontimeout", String.valueOf(CONNECT));
        all.setProperty(name + "timeout", String.valueOf(EXCHANGE));
        all.setProperty(name + "writetimeout", String.valueOf(EXCHANGE));
        all.setProperty(name + "auth", String.valueOf(user != null));
        all.setProperty(name + "sendpartial", "false");
        all.setProperty(name + "starttls.enable", "true");
        all.setProperty(name + "starttls.required", String.valueOf(!secure && user != null && !isLoopback()));
        all.setProperty(name + "ssl.checkserveridentity", "true");
        return all;
    }

    String protocol() {
        return secure ? "smtps" : "smtp";
    }

    private boolean isLoopback() {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException(
                "the mail server must look like smtp://user:password@host:port or smtps://…");
    }

    @Override
    public String toString() {
        return "SmtpServer[" + host + ":" + port + "]";
    }
}
