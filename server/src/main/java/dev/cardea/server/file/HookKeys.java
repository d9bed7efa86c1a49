package dev.cardea.server.file;

import dev.cardea.action.OriginPattern;
import dev.cardea.hooks.HookSettings;
import dev.cardea.http.WebUrl;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.Choice;
import dev.cardea.server.file.Key.Shape.ListOf;
import dev.cardea.server.file.Key.Shape.MapOf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The group {@code hooks}. */
final class HookKeys {
    private static final long DEFAULT_TIMEOUT = 3_000;
    /** In development an application compiles a route when it is requested for the first time. */
    private static final long DEVELOPMENT_TIMEOUT = 20_000;

    private static final Duration DEVELOPMENT_START = Duration.ofSeconds(60);
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9/._~-]*");
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
    private static final Pattern VALUE = Pattern.compile("[ -~]*");
    private static final Set<String> OWN = Set.of(
            "connection",
            "content-length",
            "content-type",
            "cookie",
            "expect",
            "host",
            "traceparent",
            "tracestate",
            "transfer-encoding",
            "upgrade",
            "x-cardea-event-id",
            "x-cardea-signature",
            "x-request-id");

    private static final Key TIMEOUT = Key.number(
            "timeout", "3000", "How many milliseconds one call may take; 20000 in development mode.", 1, 600_000);
    private static final Shape AUTO = new Choice(List.of("auto"));
    private static final Shape EVENTS = new ListOf(new Choice(HookSettings.EVENTS));

    static final Key KEY = Key.group(
            "hooks",
            "The application's callbacks and events.",
            Key.text("url", null, "The URL of the application's hooks."),
            Key.of(
                    "callbacks",
                    "auto",
                    "Which callbacks to call; auto: those that the application describes.",
                    AUTO,
                    new ListOf(new Choice(HookSettings.CALLBACKS))),
            Key.of("events", "auto", "Which events to send; auto: those that the application describes.", AUTO, EVENTS),
            Key.of("awaited", "[createUser, linkAccount]", "Events to deliver before the response.", EVENTS),
            TIMEOUT,
            Key.of("headers", null, "Headers to send with every call.", new MapOf(Shape.SECRET)),
            Key.text("path", "/auth/hooks", "The path of the hooks at the deployments in origins."),
            Key.texts("origins", "Deployments that handle the hooks of their own requests."));

    private HookKeys() {}

    /** @param isForProxies whether the callback {@code authorized} decides about pages behind a proxy */
    static @Nullable HookSettings read(Section section, boolean allowHttp, boolean isForProxies) {
        var url = section.text("url");
        var callbacks = names(section, "callbacks", HookSettings.CALLBACKS);
        var settings = HookSettings.below(path(section))
                .callbacks(callbacks)
                .events(names(section, "events", HookSettings.EVENTS));
        if (section.keys().contains("awaited")) {
            settings = settings.awaited(section.choices("awaited", words(HookSettings.EVENTS)));
        }
        boolean isDevelopment = section.source().isDevelopment();
        long timeout = section.number(TIMEOUT).orElse(isDevelopment ? DEVELOPMENT_TIMEOUT : DEFAULT_TIMEOUT);
        settings = settings.timeout(Duration.ofMillis(timeout));
        if (isDevelopment) settings = settings.startPeriod(DEVELOPMENT_START);
        settings = settings.headers(headers(section));
        var origins = origins(section);
        settings = settings.origins(origins);
        if (url.isPresent()) {
            check(section, url.get(), allowHttp);
            // The error is reported with all others, so the rest of the file is read too.
            return WebUrl.parse(url.get()).isPresent()
                    ? settings.allowHttp(true).url(url.get())
                    : settings;
        }
        if (!section.keys().contains("url") && !section.keys().contains("origins")) {
            section.wrong("url", "is missing; set it to the application's URL, or list hooks.origins");
        }
        // A proxy's question is not signed, so it has no origin.
        if (isForProxies && !origins.isEmpty() && (callbacks == null || callbacks.contains("authorized"))) {
            section.wrong(
                    "url",
                    "is missing: forwardAuth calls the application's callback authorized; set it, or remove "
                            + "authorized from hooks.callbacks");
        }
        return origins.isEmpty() ? null : settings;
    }

    private static void check(Section section, String url, boolean allowHttp) {
        if (!isAllowed(url, allowHttp)) {
            section.wrong("url", "must be an https URL, or http on this machine (or set danger.allowHttpHooks)");
        } else if (url.contains("?") || url.contains("#")) {
            section.wrong("url", "must end with a path: /callbacks/… and /events/… are appended to it");
        }
    }

    private static String path(Section section) {
        var path = section.text("path").orElse("/auth/hooks");
        if (!PATH.matcher(path).matches()) section.wrong("path", "must be a path such as /api/auth/hooks");
        return path;
    }

    private static List<String> origins(Section section) {
        var all = new ArrayList<String>();
        for (var origin : section.texts("origins")) {
            var problem = OriginPattern.problemOf(origin);
            if (problem.isEmpty()) all.add(origin);
            else section.wrong("origins", "cannot be used: " + problem.get());
        }
        if (!all.isEmpty() && !section.keys().contains("path")) {
            section.wrong(
                    "origins", "needs hooks.path: the path of the hooks on every origin, such as /api/auth/hooks");
        }
        return all;
    }

    /** Values may lie in files, as they pass the protection of a deployment. */
    private static Map<String, String> headers(Section section) {
        var all = new LinkedHashMap<String, String>();
        section.section("headers", below -> {
            for (var name : below.keys()) {
                var value = below.secret(name);
                boolean isField = HEADER.matcher(name).matches()
                        && !OWN.contains(name.toLowerCase(Locale.ROOT))
                        && value.filter(it -> !VALUE.matcher(it).matches()).isEmpty();
                if (!isField) below.wrong(name, "can't be sent: it isn't a header field, or Cardea sets it");
                else value.ifPresent(it -> all.put(name, it));
            }
        });
        return all;
    }

    /** Names, or {@code null} for {@code auto}: those that the application describes. */
    private static @Nullable List<String> names(Section section, String key, List<String> all) {
        var item = section.item(key);
        if (item == null) return null;
        if (item instanceof Item.Listing) return section.choices(key, words(all));
        section.choice(key, Map.of("auto", "auto"));
        return null;
    }

    private static boolean isAllowed(String url, boolean allowHttp) {
        return WebUrl.parse(url)
                .filter(u -> u.isHttps() || u.isLoopback() || allowHttp)
                .isPresent();
    }

    private static Map<String, String> words(List<String> words) {
        var all = new LinkedHashMap<String, String>();
        for (var word : words) all.put(word, word);
        return all;
    }
}
