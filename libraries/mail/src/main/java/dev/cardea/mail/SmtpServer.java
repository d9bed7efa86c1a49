package dev.cardea.mail;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The mail server, from {@code smtp://user:password@host:port} or {@code smtps://…}. User and password are
 * percent-decoded. Never prints the password.
 *
 * @param secure TLS from the first byte
 * @param tlsRequired a server that does not offer STARTTLS gets neither password nor mail
 */
record SmtpServer(
        boolean secure,
        String host,
        int port,
        @Nullable String user,
        @Nullable String password,
        boolean tlsRequired) {
    private static final int CONNECT = 3_000;
    private static final int EXCHANGE = 10_000;

    /** @throws IllegalArgumentException if it is not such an address; the message does not contain it */
    static SmtpServer parse(String url) {
        try {
            var uri = URI.create(url);
            if (uri.getHost() == null) throw malformed();
            boolean secure = "smtps".equalsIgnoreCase(uri.getScheme());
            if (!secure && !"smtp".equalsIgnoreCase(uri.getScheme())) throw malformed();
            int port = uri.getPort() > 0 ? uri.getPort() : secure ? 465 : 587;
            var login = uri.getRawUserInfo();
            var host = uri.getHost();
            boolean required = !secure && (requiresTls(uri) || (login != null && !isLoopback(host)));
            if (login == null) return new SmtpServer(secure, host, port, null, null, required);
            int colon = login.indexOf(':');
            var user = decoded(colon < 0 ? login : login.substring(0, colon));
            return new SmtpServer(
                    secure, host, port, user, colon < 0 ? "" : decoded(login.substring(colon + 1)), required);
        } catch (UnknownOptionException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            // The cause would quote the address, and the password in it.
            throw malformed();
        }
    }

    /** Reads {@code tls=required}, or nodemailer's {@code requireTLS=true}; other options of nodemailer are ignored. */
    private static boolean requiresTls(URI uri) {
        boolean required = false;
        for (var option : String.valueOf(uri.getRawQuery()).split("&", -1)) {
            if (option.equals("tls=required") || option.equals("requireTLS=true")) required = true;
            else if (option.startsWith("tls=")) throw new UnknownOptionException();
        }
        return required;
    }

    /** A misspelled TLS requirement must not be ignored. */
    private static final class UnknownOptionException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        UnknownOptionException() {
            super("the email server's option tls can only be required: write smtp://host:port?tls=required,"
                    + " or smtps://…");
        }
    }

    /**
     * Returns the settings of the mail library. STARTTLS is used if the server offers it; certificates must be for the
     * host.
     */
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
        all.setProperty(name + "starttls.required", String.valueOf(tlsRequired));
        all.setProperty(name + "ssl.checkserveridentity", "true");
        return all;
    }

    String protocol() {
        return secure ? "smtps" : "smtp";
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static IllegalArgumentException malformed() {
        return new IllegalArgumentException(
                "the email server must look like smtp://user:password@host:port or smtps://…");
    }

    @Override
    public String toString() {
        return "SmtpServer[" + host + ":" + port + "]";
    }
}
