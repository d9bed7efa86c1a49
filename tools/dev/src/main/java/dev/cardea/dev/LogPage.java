package dev.cardea.dev;

import dev.cardea.http.Response;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Shows each sign-in with its steps, and what {@code cardea explain} prints about it. */
final class LogPage implements DevPage {
    /** Reads the list again while the page is visible; details that are open stay open. */
    private static final String SCRIPT = """
            setInterval(async () => {
              if (document.hidden) return
              const page = await fetch(location.href, { cache: "no-store" }).then(answer => answer.ok && answer.text(), () => "")
              if (!page) return
              const old = document.getElementById("traces")
              const next = new DOMParser().parseFromString(page, "text/html").getElementById("traces")
              if (!next || next.dataset.last === old.dataset.last) return
              const open = new Set([...old.querySelectorAll("details[open]")].map(each => each.id))
              next.querySelectorAll("details").forEach(each => (each.open = open.has(each.id)))
              old.replaceWith(document.adoptNode(next))
            }, 2000)
            """;

    private final Recorder recorder;

    LogPage(Recorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public String name() {
        return "log";
    }

    @Override
    public String title() {
        return "Log";
    }

    @Override
    public Response show(String home, Map<String, String> query) {
        var traces = traces();
        var html = new StringBuilder(
                        "<h1>Log</h1><p class=\"lead\">The last sign-ins, newest first: every step, and for every"
                                + " failure the cause and the fix. This page updates itself.</p><div id=\"traces\" data-last=\"")
                .append(traces.isEmpty() ? "" : time(traces.get(0)).toString())
                .append("\">");
        if (traces.isEmpty()) html.append("<p>No sign-ins yet.</p>");
        for (var trace : traces) show(html, trace);
        return DevPages.page(home, this, html.append("</div>"), SCRIPT);
    }

    private List<Trace> traces() {
        var all = new ArrayList<>(recorder.failures());
        all.addAll(recorder.successes());
        all.removeIf(trace -> trace.entries().isEmpty());
        all.sort(Comparator.comparing(LogPage::time).reversed());
        return all;
    }

    private static Instant time(Trace trace) {
        return trace.entries().get(trace.entries().size() - 1).time();
    }

    private static void show(StringBuilder html, Trace trace) {
        var text = Explanation.of(trace).text();
        var first = trace.entries().get(0);
        var id = trace.reference() == null ? first.request().toString() : trace.reference();
        html.append("<details id=\"")
                .append(DevPages.escape(id))
                .append("\"><summary>")
                .append(DevPages.escape(text.lines().findFirst().orElse("")))
                .append("</summary><pre tabindex=\"0\">")
                .append(DevPages.escape(text))
                .append("</pre></details>");
    }

    /** Nothing can be changed here. */
    @Override
    public Response act(String home, Map<String, String> form) {
        return DevPages.seeOther(path(home));
    }
}
