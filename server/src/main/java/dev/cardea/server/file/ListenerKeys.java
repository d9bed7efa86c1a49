package dev.cardea.server.file;

/** The keys {@code host} and {@code port}: where the site listens. */
final class ListenerKeys {
    static final Key HOST =
            Key.text("host", "127.0.0.1", "The IP address to listen on.").restart();

    static final Key PORT = Key.number("port", "3000", "The port to listen on; 0 picks a free one.", 0, 65_535)
            .restart();

    private ListenerKeys() {}

    static String host(Section file) {
        return file.text("host").orElse("127.0.0.1");
    }

    static int port(Section file) {
        return file.number(PORT).orElse(3_000L).intValue();
    }
}
