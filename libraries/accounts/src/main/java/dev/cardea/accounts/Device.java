package dev.cardea.accounts;

import dev.cardea.observe.Browser;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The browser and the system of a session, in words.
 *
 * @param browser its name; empty if it has none that users know
 * @param system its name; empty if it is unknown
 */
record Device(Optional<String> browser, Optional<String> system) {
    static final Device UNKNOWN = new Device(Optional.empty(), Optional.empty());

    private static final Map<Browser.Family, String> BROWSERS = Map.of(
            Browser.Family.EDGE, "Edge",
            Browser.Family.OPERA, "Opera",
            Browser.Family.SAMSUNG, "Samsung Internet",
            Browser.Family.FIREFOX, "Firefox",
            Browser.Family.CHROME, "Chrome",
            Browser.Family.SAFARI, "Safari");

    /** In the order in which they are looked for: phones also claim to be computers. */
    private enum Platform {
        IPHONE("iPhone", "iPhone|iPod"),
        IPAD("iPad", "iPad"),
        ANDROID("Android", "Android"),
        CHROME_OS("ChromeOS", "CrOS"),
        WINDOWS("Windows", "Windows"),
        MAC("macOS", "Macintosh|Mac OS X"),
        LINUX("Linux", "Linux|X11");

        private final String shown;
        private final Pattern pattern;

        Platform(String shown, String pattern) {
            this.shown = shown;
            this.pattern = Pattern.compile(pattern);
        }
    }

    /** Reads what a browser says of itself. */
    static Device of(String userAgent) {
        for (var system : Platform.values()) {
            if (system.pattern.matcher(userAgent).find())
                return new Device(browser(userAgent), Optional.of(system.shown));
        }
        return new Device(browser(userAgent), Optional.empty());
    }

    private static Optional<String> browser(String userAgent) {
        return Optional.ofNullable(BROWSERS.get(Browser.of(userAgent).family()));
    }

    boolean isPhone() {
        return system.filter(it -> it.equals(Platform.IPHONE.shown) || it.equals(Platform.ANDROID.shown))
                .isPresent();
    }
}
