package dev.cardea.testing;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.jspecify.annotations.Nullable;

/** A form of a {@link Page} with its values. Immutable. */
public final class PageForm {
    private final Browser browser;
    private final WebUrl page;
    private final String action;
    private final boolean post;
    private final Map<String, String> fields;

    private PageForm(Browser browser, WebUrl page, String action, boolean post, Map<String, String> fields) {
        this.browser = browser;
        this.page = page;
        this.action = action;
        this.post = post;
        this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    static PageForm of(Browser browser, WebUrl page, FormElement form, @Nullable Element button) {
        var fields = new LinkedHashMap<String, String>();
        for (var field : form.formData()) fields.put(field.key(), field.value());
        for (var select : form.select("select[name]")) {
            // The value of an option without one is its text (HTML §4.10.10); the parser returns an empty text.
            var chosen = Optional.ofNullable(select.selectFirst("option[selected]"))
                    .or(() -> Optional.ofNullable(select.selectFirst("option")));
            if (chosen.isPresent() && !chosen.get().hasAttr("value")) {
                fields.computeIfPresent(
                        select.attr("name"), (name, empty) -> chosen.get().text());
            }
        }
        if (button != null && button.hasAttr("name")) fields.put(button.attr("name"), button.attr("value"));
        // A button may send the form elsewhere (HTML §4.10.18.6).
        var action = button != null && button.hasAttr("formaction") ? button.attr("formaction") : form.attr("action");
        return new PageForm(
                browser,
                page,
                Browser.resolve(page, action),
                form.attr("method").equalsIgnoreCase("post"),
                fields);
    }

    /** Returns a copy with a field set, whether or not the page has it. */
    public PageForm fill(String name, String value) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, value);
        return new PageForm(browser, page, action, post, all);
    }

    public PageForm without(String name) {
        var all = new LinkedHashMap<>(fields);
        all.remove(name);
        return new PageForm(browser, page, action, post, all);
    }

    public String action() {
        return action;
    }

    /** Returns names and values in the order of the page. */
    public Map<String, String> fields() {
        return fields;
    }

    /** Sends the form and follows redirects. */
    public Page submit() {
        if (post) return browser.go(Browser.formPost(action, fields), page);
        int mark = action.indexOf('?');
        String target = mark < 0 ? action : action.substring(0, mark);
        return browser.go(Request.get(target + "?" + Form.encode(fields)), page);
    }
}
