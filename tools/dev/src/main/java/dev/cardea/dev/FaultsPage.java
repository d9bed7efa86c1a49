package dev.cardea.dev;

import dev.cardea.http.Response;
import dev.cardea.testing.Fault;
import java.util.Locale;
import java.util.Map;

/** Lets the developer choose what goes wrong. */
final class FaultsPage implements DevPage {
    private final DevFaults faults;

    FaultsPage(DevFaults faults) {
        this.faults = faults;
    }

    @Override
    public String name() {
        return "faults";
    }

    @Override
    public String title() {
        return "Faults";
    }

    @Override
    public Response show(String home, Map<String, String> query) {
        var html = new StringBuilder("<h1>Faults</h1><p class=\"lead\">Make something fail and see what your visitors"
                + " see. The log shows the cause.</p>");
        chosen(html);
        html.append("<section><h2>Turn on a fault</h2><form method=\"post\" class=\"stack\"><label for=\"fault\">Fault"
                + "</label><select id=\"fault\" name=\"fault\" required>");
        options(html, "Site services", false);
        options(html, "Callbacks", true);
        for (var place : Fault.Place.values()) {
            html.append("<optgroup label=\"Provider: ").append(words(place)).append("\">");
            for (var fault : Fault.at(place)) option(html, fault);
            html.append("</optgroup>");
        }
        html.append(
                        "</select><div class=\"actions\"><button class=\"main\" name=\"on\" value=\"once\">For the next sign-in"
                                + "</button><button name=\"on\" value=\"always\">Until turned off</button></div></form>"
                                + "<p>Provider faults apply to the local providers, and only if the sign-in uses that part. For example, state and"
                                + " nonce faults need a provider that checks them, and userinfo faults one whose userinfo is read. Cardea"
                                + " caches a provider's discovery document and keys for a day: move the <a href=\"")
                .append(home)
                .append("/clock\">clock</a> forward by 25 hours to fetch them again. A failure is cached for five"
                        + " seconds.</p></section>");
        return DevPages.page(home, this, html);
    }

    private void chosen(StringBuilder html) {
        html.append("<section><h2>Active faults</h2>");
        var all = faults.all();
        if (all.isEmpty()) {
            html.append("<p>None.</p></section>");
            return;
        }
        html.append("<ul class=\"rows\">");
        for (var each : all) {
            html.append("<li><div><strong>")
                    .append(DevPages.escape(label(each.fault())))
                    .append("</strong><small>")
                    .append(each.isOnce() ? "for the next sign-in" : "until turned off")
                    .append("</small></div><form method=\"post\"><button name=\"off\" value=\"")
                    .append(each.fault().name())
                    .append("\" aria-label=\"Turn off: ")
                    .append(DevPages.escape(label(each.fault())))
                    .append("\">Turn off</button></form></li>");
        }
        html.append(
                "</ul><form method=\"post\"><button name=\"clear\" value=\"1\">Turn all off</button></form></section>");
    }

    private static void options(StringBuilder html, String label, boolean areOfCallbacks) {
        html.append("<optgroup label=\"").append(label).append("\">");
        for (var fault : DevFaults.ServiceFault.values()) {
            if (fault.isOfCallback() == areOfCallbacks) option(html, fault);
        }
        html.append("</optgroup>");
    }

    private static void option(StringBuilder html, Enum<?> fault) {
        html.append("<option value=\"")
                .append(fault.name())
                .append("\">")
                .append(DevPages.escape(label(fault)))
                .append("</option>");
    }

    @Override
    public Response act(String home, Map<String, String> form) {
        if (form.containsKey("clear")) faults.clear();
        DevFaults.named(form.getOrDefault("off", "")).ifPresent(faults::off);
        boolean isOnce = !"always".equals(form.get("on"));
        if (form.containsKey("on")) {
            DevFaults.named(form.getOrDefault("fault", "")).ifPresent(fault -> faults.on(fault, isOnce));
        }
        return DevPages.seeOther(path(home));
    }

    private static String label(Enum<?> fault) {
        if (fault instanceof DevFaults.ServiceFault own) return own.label();
        return words(fault) + ": " + expected(((Fault) fault).duty());
    }

    private static String words(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String expected(Fault.Duty duty) {
        return switch (duty) {
            case REFUSE -> "no sign-in";
            case ACCEPT -> "sign-in";
            case EITHER -> "sign-in or not";
        };
    }
}
