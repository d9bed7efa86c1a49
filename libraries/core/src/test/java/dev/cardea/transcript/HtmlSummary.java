package dev.cardea.transcript;

import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** What of a page is compared: its forms, links, marks and what it loads; not its words and looks. */
final class HtmlSummary {
    private HtmlSummary() {}

    static Claims of(String html) {
        var page = Jsoup.parse(html);
        var root = page.selectFirst(".page > div");
        var summary = Claims.of("title", page.title())
                .with("bodyClass", page.body().className())
                .with("rootClass", root == null ? "" : root.className())
                .with("externalScripts", page.select("script[src]").eachAttr("src"))
                .with("inlineScript", !page.select("script:not([src])").isEmpty())
                .with("themeStyles", page.body().select("style").size())
                .with("errorBox", !page.select(".signin .error").isEmpty())
                .with("hrCount", page.select("hr").size())
                .with("links", page.select("a").eachAttr("href"))
                .with("providerImages", page.select(".provider img").eachAttr("src"))
                .with(
                        "forms",
                        page.select("form").stream().map(HtmlSummary::form).toList());
        var logo = page.selectFirst("img.logo");
        return logo == null ? summary : summary.with("logo", logo.attr("src"));
    }

    /** The policy with the hashes of the page's one style sheet and one script called by that, where they are that. */
    static String nameHash(String policy, String html) {
        var page = Jsoup.parse(html);
        return policy.replace(hash(page.head().select("style").html()), "'<style hash>'")
                .replace(
                        hash(page.body().select("script").stream()
                                .map(Element::data)
                                .collect(Collectors.joining())),
                        "'<script hash>'");
    }

    private static String hash(String text) {
        return "'sha256-" + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(Hashes.sha256Hex(text))) + "'";
    }

    /** A line for each fact and each form. */
    static List<String> lines(Claims summary) {
        var lines = new ArrayList<String>();
        for (var fact : summary.without("forms").asMap().entrySet()) {
            lines.add(fact.getKey() + " " + Wire.print(fact.getValue()));
        }
        lines.sort(null);
        for (var form : summary.get(Claim.list("forms")).orElse(List.of())) lines.add("form " + Wire.print(form));
        return lines;
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

    /** An attribute without a value is true, as the recordings write it. */
    private static Map<String, Object> attributes(Element input) {
        var summary = new LinkedHashMap<String, Object>();
        for (var attribute : input.attributes()) {
            summary.put(attribute.getKey(), attribute.getValue().isEmpty() ? true : attribute.getValue());
        }
        return summary;
    }
}
