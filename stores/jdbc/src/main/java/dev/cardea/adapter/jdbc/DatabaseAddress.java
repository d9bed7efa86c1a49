package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.StoreLocation.Location;
import dev.cardea.http.WebUrl;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tells from the address of a database where it is, without a DNS lookup. */
final class DatabaseAddress {
    private static final Pattern EMBEDDED =
            Pattern.compile("jdbc:(sqlite:.*|h2:(?!tcp:|ssl:).*|hsqldb:(mem|file|res):.*|derby:(?!//).*)");
    private static final Pattern HOSTS = Pattern.compile("jdbc:[^/?;]*//(?<hosts>[^/?;]+).*");
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    private DatabaseAddress() {}

    static Location location(String url) {
        var address = url.toLowerCase(Locale.ROOT);
        if (EMBEDDED.matcher(address).matches()) return Location.EMBEDDED;
        var hosts = HOSTS.matcher(address);
        boolean local = hosts.matches()
                && Stream.of(hosts.group("hosts").split(",", -1)).allMatch(DatabaseAddress::isLoopback);
        return local ? Location.LOOPBACK : Location.REMOTE;
    }

    private static boolean isLoopback(String authority) {
        var host = authority.substring(authority.lastIndexOf('@') + 1);
        return WebUrl.isLoopback(PORT.matcher(host).replaceFirst(""));
    }
}
