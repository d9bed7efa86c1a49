package dev.cardea.testing;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.jspecify.annotations.Nullable;

/** The page at which a {@link Browser} arrived. */
public final class Page {
    private static final String BUTTONS = "button, input[type=submit]";

    private final BiFunction<Request, WebUrl, Page> navigation;
    private final List<String> trail;
    private final WebUrl url;
    private final Response response;
    private @Nullable Document document;

    Page(BiFunction<Request, WebUrl, Page> navigation, List<String> trail, WebUrl url, Response response) {
        this.navigation = navigation;
        this.trail = trail;
        this.url = url;
        this.response = response;
    }

    public String url() {
        return url.toString();
    }

    /** Returns every URL on the way; the last one is the URL of the page. */
    public List<String> trail() {
        return trail;
    }

    public int status() {
        return response.status();
    }

    public Optional<String> header(String name) {
        return response.header(name);
    }

    /** Returns the body as received. */
    public String text() {
        return response.text();
    }

    public Response response() {
        return response;
    }

    /** Returns the body as HTML. */
    public Document document() {
        if (document == null) document = Jsoup.parse(response.text());
        return document;
    }

    /** Returns the first form that has this button. */
    public Form form(String button) {
        for (var element : document().select(BUTTONS)) {
            if (label(element).equals(button) && element.closest("form") instanceof FormElement form) {
                return Form.of(navigation, url, form, element);
            }
        }
        throw new AssertionError("no button \"" + button + "\" at " + url.path() + ", but "
                + document().select(BUTTONS).eachText());
    }

    /** Returns the only form of the page, which its first button sends. */
    public Form form() {
        var forms = document().select("form");
        if (forms.size() == 1 && forms.get(0) instanceof FormElement form) {
            return Form.of(navigation, url, form, form.selectFirst(BUTTONS));
        }
        throw new AssertionError(forms.size() + " forms at " + url.path());
    }

    /** Sends the form of this button unchanged. */
    public Page press(String button) {
        return form(button).submit();
    }

    /** Follows the link with this text. */
    public Page follow(String link) {
        for (var element : document().select("a[href]")) {
            if (element.text().equals(link)) {
                return navigation.apply(Request.get(resolve(url, element.attr("href"))), url);
            }
        }
        throw new AssertionError("no link \"" + link + "\" at " + url.path() + ", but "
                + document().select("a[href]").eachText());
    }

    static Request post(String url, Map<String, String> fields) {
        return Request.post(url, "application/x-www-form-urlencoded", dev.cardea.http.Form.encode(fields));
    }

    /** Resolves an address of a page or a redirect (RFC 3986 §5.2). */
    static String resolve(WebUrl base, String reference) {
        if (reference.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")) return reference;
        if (reference.startsWith("//")) return base.scheme() + ":" + reference;
        if (reference.startsWith("/")) return base.origin() + reference;
        if (reference.isEmpty()) return base.origin() + base.target();
        if (reference.startsWith("?")) return base.origin() + base.path() + reference;
        if (reference.startsWith("#")) return base.origin() + base.target() + reference;
        return base.origin() + base.path().substring(0, base.path().lastIndexOf('/') + 1) + reference;
    }

    private static String label(Element button) {
        return button.normalName().equals("input") ? button.attr("value") : button.text();
    }

    @Override
    public String toString() {
        return "Page[" + status() + " " + url.origin() + url.path() + "]";
    }

    /** A form of a page with its values. Immutable. */
    public static final class Form {
        private final BiFunction<Request, WebUrl, Page> navigation;
        private final WebUrl page;
        private final String action;
        private final boolean isPost;
        private final Map<String, String> fields;

        private Form(
                BiFunction<Request, WebUrl, Page> navigation,
                WebUrl page,
                String action,
                boolean isPost,
                Map<String, String> fields) {
            this.navigation = navigation;
            this.page = page;
            this.action = action;
            this.isPost = isPost;
            this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }

        static Form of(
                BiFunction<Request, WebUrl, Page> navigation, WebUrl page, FormElement form, @Nullable Element button) {
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
            var action =
                    button != null && button.hasAttr("formaction") ? button.attr("formaction") : form.attr("action");
            return new Form(
                    navigation, page, resolve(page, action), form.attr("method").equalsIgnoreCase("post"), fields);
        }

        /** Returns a copy with a field set, whether or not the page has it. */
        public Form fill(String name, String value) {
            var all = new LinkedHashMap<>(fields);
            all.put(name, value);
            return new Form(navigation, page, action, isPost, all);
        }

        public Form without(String name) {
            var all = new LinkedHashMap<>(fields);
            all.remove(name);
            return new Form(navigation, page, action, isPost, all);
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
            if (isPost) return navigation.apply(post(action, fields), page);
            int mark = action.indexOf('?');
            String target = mark < 0 ? action : action.substring(0, mark);
            return navigation.apply(Request.get(target + "?" + dev.cardea.http.Form.encode(fields)), page);
        }
    }
}
