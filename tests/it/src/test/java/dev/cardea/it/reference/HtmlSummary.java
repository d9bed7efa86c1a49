package dev.cardea.it.reference;

import dev.cardea.json.Claims;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/**
 * What of a page is compared: its forms, links and marks, not its words and looks. Nor the line that says who is signed in,
 * with its link: Auth.js has none.
 */
final class HtmlSummary {
    private HtmlSummary() {}

    static String of(String html) {
        var page = Jsoup.parse(html);
        return Claims.of("title", page.title())
                .with("error", !page.select(".signin .error").isEmpty())
                .with(
                        "links",
                        page.select("a").stream()
                                .filter(link -> link.closest(".user") == null)
                                .map(link -> link.attr("href"))
                                .toList())
                .with(
                        "forms",
                        page.select("form").stream()
                                .map(form -> Claims.of("action", form.attr("action"))
                                        .with("method", form.attr("method"))
                                        .with(
                                                "inputs",
                                                form.select("input").stream()
                                                        .map(HtmlSummary::input)
                                                        .toList()))
                                .toList())
                .toJson();
    }

    private static Claims input(Element input) {
        var summary = Claims.NONE;
        for (var attribute : new String[] {"type", "name", "value", "id"}) {
            if (input.hasAttr(attribute)) summary = summary.with(attribute, input.attr(attribute));
        }
        return summary;
    }
}
