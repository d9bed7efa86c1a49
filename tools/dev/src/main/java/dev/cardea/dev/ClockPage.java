package dev.cardea.dev;

import dev.cardea.adapter.Adapter;
import dev.cardea.http.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Moves time forward, so that links, sessions and tokens expire. */
final class ClockPage implements DevPage {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "d MMMM yyyy, HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** A century: dates beyond it have no use, and arithmetic with them may overflow. */
    private static final Duration LIMIT = Duration.ofDays(36_500);

    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    private static final Map<String, Step> STEPS = steps();

    /** @param shows what the developer sees after it */
    private record Step(String label, Duration by, String shows) {}

    private final DevClock time;
    private final Clock clock;
    private final ExpiredSessions expired;

    /**
     * @param clock that of the site, moved by {@code time}
     * @param store of the site, without faults
     */
    ClockPage(DevClock time, Clock clock, @Nullable Adapter store) {
        this.time = time;
        this.clock = clock;
        expired = new ExpiredSessions(store, clock);
    }

    private static Map<String, Step> steps() {
        var all = new LinkedHashMap<String, Step>();
        all.put("PT16M", step("16 minutes", "PT16M", "sign-ins that were started expire"));
        all.put("PT1H", step("1 hour", "PT1H", "access tokens of most providers expire"));
        all.put("PT25H", step("25 hours", "PT25H", "sign-in links expire; sessions are renewed"));
        all.put("PT745H", step("31 days", "PT745H", "sessions expire"));
        return all;
    }

    private static Step step(String label, String by, String shows) {
        return new Step(label, Duration.parse(by), shows);
    }

    @Override
    public String name() {
        return "clock";
    }

    @Override
    public String title() {
        return "Clock";
    }

    @Override
    public Response show(String home, Map<String, String> query) {
        var html = new StringBuilder(
                "<h1>Clock</h1><p class=\"lead\">Move the clock forward to see what expires. The times"
                        + " below are the default settings.</p><dl><dt>Time of the site</dt><dd>");
        html.append(FORMAT.format(clock.instant())).append("</dd><dt>Ahead of this machine</dt><dd>");
        html.append(describe(time.ahead())).append("</dd></dl><form method=\"post\"><ul class=\"choices\">");
        STEPS.forEach((by, step) -> html.append("<li><button name=\"forward\" value=\"")
                .append(by)
                .append("\"><strong>")
                .append(step.label())
                .append("</strong><small>")
                .append(step.shows())
                .append("</small></button></li>"));
        html.append(
                "</ul><div class=\"actions\"><button class=\"quiet\" name=\"clean\" value=\"1\">Remove expired sessions"
                        + "</button><button class=\"quiet\" name=\"reset\" value=\"1\">Reset to this machine's time"
                        + "</button></div></form>");
        removed(html, query.getOrDefault("removed", ""));
        html.append(
                "<p>A session that was renewed in the future stays valid after you reset the clock. The browser's clock doesn't"
                        + " move, and neither does the clock of a store that compares times itself.</p>");
        return DevPages.page(home, this, html);
    }

    private static void removed(StringBuilder html, String count) {
        if (!COUNT.matcher(count).matches()) return;
        html.append("<p role=\"status\">")
                .append(count)
                .append(count.equals("1") ? " expired session was" : " expired sessions were")
                .append(" removed from the store.</p>");
    }

    @Override
    public Response act(String home, Map<String, String> form) {
        if (form.containsKey("clean")) return DevPages.seeOther(path(home) + "?removed=" + expired.remove());
        if (form.containsKey("reset")) {
            time.reset();
            return DevPages.seeOther(path(home));
        }
        var step = STEPS.get(form.getOrDefault("forward", ""));
        if (step != null && time.ahead().compareTo(LIMIT) < 0) time.forward(step.by());
        return DevPages.seeOther(path(home));
    }

    /** Shows a duration as days, hours and minutes. */
    static String describe(Duration ahead) {
        if (ahead.isZero()) return "not at all";
        var text = new StringBuilder();
        append(text, ahead.toDays(), "day");
        append(text, ahead.toHoursPart(), "hour");
        append(text, ahead.toMinutesPart(), "minute");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String unit) {
        if (count == 0) return;
        if (!text.isEmpty()) text.append(", ");
        text.append(count).append(' ').append(unit).append(count == 1 ? "" : "s");
    }

    /** Shows a time of the site to the minute. */
    static String show(Instant time) {
        return FORMAT.format(time);
    }
}
