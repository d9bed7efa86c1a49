package dev.cardea.it;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Theme;
import dev.cardea.providers.GitHub;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.RecorderOptions;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.FixedRandomness;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** A sign-in that begins on one host and returns to another, which has no cookie of it. */
final class FailedSignIn {
    /** What the pictures show in place of the random reference. */
    static final String REFERENCE = "9f2c41d07ab3e655";

    private static final String APP = "https://app.example";
    private static final String WWW = "https://www.app.example";
    private static final String GITHUB = "https://github.com";
    private static final String CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"
            + " Chrome/141.0.0.0 Safari/537.36";
    private static final Logger LOG = Logger.getLogger("dev.cardea");

    private final FakeClock clock = FakeClock.at("2026-05-04T09:11:52.102Z");
    private final Auth auth;
    private final Page page;
    private final String reference;
    private final String line;

    /** @param traces the folder in which the recorder keeps the failure */
    FailedSignIn(Path traces) {
        auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .trustHost(true)
                .clock(clock)
                .randomness(FixedRandomness.of("pictures"))
                .theme(Theme.DEFAULT.colorScheme("light"))
                .observer(RecorderOptions.DEFAULT.folder(traces))
                .provider(GitHub.provider().clientId("web").clientSecret("s"))
                .build());
        var browser = Browser.of(
                Origins.of(APP, this::app)
                        .and(WWW, request -> auth.handle(from(request)))
                        .and(GITHUB, FailedSignIn::github),
                clock);
        var lines = new Lines();
        LOG.addHandler(lines);
        try {
            page = browser.open(APP + "/auth/signin").press("Sign in with GitHub");
        } finally {
            LOG.removeHandler(lines);
        }
        reference = reference(page.text());
        line = lines.withReference(reference);
        Recorder.of(auth).flush(Duration.ofSeconds(10));
    }

    /** Returns with a code at once. The sign-in fails before the site sends the code. */
    private static Response github(Request request) {
        return Response.redirect(APP + "/auth/callback/github?code=1&state="
                + request.query("state").orElseThrow());
    }

    /** Redirects the visitor, who has signed in at the provider for a while, to the other host. */
    private Response app(Request request) {
        if (!request.path().startsWith("/auth/callback/")) return auth.handle(from(request));
        clock.advance(Duration.ofSeconds(41));
        return Response.redirect(WWW + request.target());
    }

    /** Adds the browser and its address, by which the recorder finds the start of the sign-in. */
    private static Request from(Request request) {
        var headers = request.header("User-Agent", CHROME).headers();
        return Request.of(request.method(), request.scheme(), request.target(), headers, request.body(), "203.0.113.7");
    }

    private static String reference(String html) {
        var found = Pattern.compile("Reference: ([0-9a-f]{16})").matcher(html);
        if (!found.find()) throw new AssertionError("the page shows no reference: " + html);
        return found.group(1);
    }

    /** Returns the page that the visitor saw. */
    String html() {
        return Picture.settled(page.text());
    }

    String reference() {
        return reference;
    }

    /** Returns the line of the log. */
    String line() {
        return line.replace(reference, REFERENCE);
    }

    private static final class Lines extends Handler {
        private final List<String> messages = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord entry) {
            messages.add(entry.getMessage());
        }

        String withReference(String reference) {
            return messages.stream()
                    .filter(each -> each.endsWith(" id=" + reference))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
