package dev.cardea.testing;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.jspecify.annotations.Nullable;

/** The page at which a {@link Browser} arrived. */
public final class Page {
    private static final String BUTTONS = "button, input[type=submit]";

    private final Browser browser;
    private final List<String> trail;
    private final WebUrl url;
    private final Response response;
    private @Nullable Document document;

    Page(Browser browser, List<String> trail, WebUrl url, Response response) {
        this.browser = browser;
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
    public PageForm form(String button) {
        for (var element : document().select(BUTTONS)) {
            if (label(element).equals(button) && element.closest("form") instanceof FormElement form) {
                return PageForm.of(browser, url, form, element);
            }
        }
        throw new AssertionError("no button \"" + button + "\" at " + url.path() + ", but "
                + document().select(BUTTONS).eachText());
    }

    /** Returns the only form of the page, which its first button sends. */
    public PageForm form() {
        var forms = document().select("form");
        if (forms.size() == 1 && forms.get(0) instanceof FormElement form) {
            return PageForm.of(browser, url, form, form.selectFirst(BUTTONS));
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
                return browser.go(Request.get(Browser.resolve(url, element.attr("href"))), url);
            }
        }
        throw new AssertionError("no link \"" + link + "\" at " + url.path() + ", but "
                + document().select("a[href]").eachText());
    }

    private static String label(Element button) {
        return button.normalName().equals("input") ? button.attr("value") : button.text();
    }

    @Override
    public String toString() {
        return "Page[" + status() + " " + url.origin() + url.path() + "]";
    }
}
