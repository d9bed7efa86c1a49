package dev.cardea.transcript;

import dev.cardea.json.Claims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** What of a page is compared: its forms, links and marks, not its words and looks. */
final class HtmlSummary {
    private HtmlSummary() {}

    static Claims of(String html) {
        var page = Jsoup.parse(html);
        var root = page.selectFirst(".page > div");
        return Claims.of("title", page.title())
                .with("bodyClass", page.body().className())
                .with("rootClass", root == null ? "" : root.className())
                .with("errorBox", !page.select(".signin .error").isEmpty())
                .with("hrCount", page.select("hr").size())
                .with("links", page.select("a").eachAttr("href"))
                .with(
                        "forms",
                        page.select("form").stream().map(HtmlSummary::form).toList());
    }

    private static Map<String, Object> form(Element form) {
        var summary = new LinkedHashMap<String, Object>();
        if (form.hasAttr("id")) summary.put("id", form.attr("id"));
        summary.put("action", form.attr("action"));
        summary.put("method", form.attr("method"));
        summary.put(
                "inputs",
                form.select("input").stream().map(HtmlSummary::attributes).toList());
        summary.put(
                "buttons",
                form.select("button").stream().map(HtmlSummary::button).toList());
        return summary;
    }

    private static Map<String, Object> button(Element button) {
        var summary = new LinkedHashMap<String, Object>();
        if (button.hasAttr("id")) summary.put("id", button.attr("id"));
        summary.put("type", button.attr("type"));
        return summary;
    }

    private static Map<String, Object> attributes(Element input) {
        var summary = new LinkedHashMap<String, Object>();
        input.attributes().forEach(attribute -> summary.put(attribute.getKey(), attribute.getValue()));
        return summary;
    }

    static List<String> compared() {
        return List.of("title", "bodyClass", "rootClass", "errorBox", "hrCount", "links", "forms");
    }
}
