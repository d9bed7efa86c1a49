package dev.cardea.server.file;

import dev.cardea.AuthConfig;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.cookies.CookieOverride;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.Priority;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.server.file.Key.Shape;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** The group {@code cookies}: names and attributes. */
final class CookieKeys {
    static final Map<String, SameSite> SAME_SITE = new LinkedHashMap<>();
    static final Map<String, Priority> PRIORITY = new LinkedHashMap<>();

    static {
        SAME_SITE.put("strict", SameSite.STRICT);
        SAME_SITE.put("lax", SameSite.LAX);
        SAME_SITE.put("none", SameSite.NONE);
        PRIORITY.put("low", Priority.LOW);
        PRIORITY.put("medium", Priority.MEDIUM);
        PRIORITY.put("high", Priority.HIGH);
    }

    private static final Key MAX_AGE =
            Key.number("maxAge", null, "Seconds until the cookie expires.", 0, Long.MAX_VALUE);

    private static final Shape COOKIE = Shape.group(
            Key.text("name", null, "The name of the cookie."),
            Key.group(
                    "options",
                    "The attributes of the cookie.",
                    Key.flag("httpOnly", "true", "Hides the cookie from scripts."),
                    Key.flag("secure", null, "Sends the cookie over https only."),
                    Key.flag("partitioned", "false", "Keeps a separate cookie for each site that embeds this one."),
                    Key.of(
                            "sameSite",
                            "lax",
                            "Whether browsers send the cookie with requests from other sites.",
                            Shape.Choice.of(SAME_SITE),
                            Shape.FLAG),
                    Key.choice("priority", null, "Which cookies browsers drop last.", PRIORITY),
                    Key.text("path", "/", "The paths that get the cookie."),
                    Key.text("domain", null, "The domain that gets the cookie, with its subdomains."),
                    MAX_AGE));

    static final Key KEY = Key.group(
            "cookies",
            "Names and attributes of cookies.",
            Arrays.stream(AuthCookie.values())
                    .map(each -> Key.of(each.key(), null, "The cookie " + each.key() + ".", COOKIE))
                    .toArray(Key[]::new));

    private CookieKeys() {}

    static void read(Section section, AuthConfig.Builder config) {
        for (var cookie : AuthCookie.values()) section.section(cookie.key(), s -> cookie(s, cookie, config));
    }

    private static void cookie(Section section, AuthCookie cookie, AuthConfig.Builder config) {
        section.text("name")
                .ifPresent(name -> tryOut(section, "name", () -> {
                    config.cookie(cookie, CookieOverride.name(new Cookie(name, "", CookieOptions.DEFAULT).name()));
                }));
        section.section("options", options -> {
            var change = options(options);
            tryOut(section, "options", () -> {
                Objects.requireNonNull(change.apply(CookieOptions.DEFAULT));
                config.cookie(cookie, CookieOverride.options(change));
            });
        });
    }

    private static UnaryOperator<CookieOptions> options(Section section) {
        var change = new Change();
        section.flag("httpOnly").ifPresent(on -> change.and(o -> o.httpOnly(on)));
        section.flag("secure").ifPresent(on -> change.and(o -> o.secure(on)));
        section.flag("partitioned").ifPresent(on -> change.and(o -> o.partitioned(on)));
        if (section.item("sameSite") instanceof Item.Scalar scalar && scalar.type() == Item.Kind.FLAG) {
            // In JavaScript, true means strict and false omits the attribute.
            boolean strict = section.flag("sameSite").orElse(false);
            change.and(o -> o.sameSite(strict ? SameSite.STRICT : null));
        } else {
            section.choice("sameSite", SAME_SITE).ifPresent(value -> change.and(o -> o.sameSite(value)));
        }
        section.choice("priority", PRIORITY).ifPresent(value -> change.and(o -> o.priority(value)));
        section.text("path").ifPresent(path -> change.and(o -> o.path(path)));
        section.text("domain").ifPresent(domain -> change.and(o -> o.domain(domain)));
        section.number(MAX_AGE).ifPresent(age -> change.and(o -> o.maxAge(age)));
        return change::apply;
    }

    private static void tryOut(Section section, String key, Runnable change) {
        try {
            change.run();
        } catch (IllegalArgumentException e) {
            section.wrong(key, "cannot be used: " + e.getMessage());
        }
    }

    /** Several changes, the first first. */
    private static final class Change {
        private UnaryOperator<CookieOptions> all = UnaryOperator.identity();

        void and(UnaryOperator<CookieOptions> next) {
            var before = all;
            all = options -> next.apply(before.apply(options));
        }

        CookieOptions apply(CookieOptions options) {
            return all.apply(options);
        }
    }
}
