package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserPage;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page takes from a body what its form has. What else is there is never stored, whatever it is called. */
class UndeclaredFieldsTest {
    private static final String PLANTED = "planted-4711";
    private static final String TIME = "2020-02-02T02:02:02Z";

    private static final List<String> WORDS = List.of(
            "id", "userId", "role", "roles", "isAdmin", "passwordHash", "sessionId", "provider", "fields", "image");
    private static final List<String> TIMES = List.of("emailVerified", "email_verified", "createdAt", "expires");

    private final AtomicReference<AuthConfig.Builder> config = new AtomicReference<>();

    @Test
    @Tag("slow")
    void no_form_of_any_page_stores_what_the_form_does_not_have() throws Exception {
        for (var path : paths()) {
            int forms = forms(open(path).shown).size();
            for (int i = 0; i < forms; i++) {
                var page = open(path);
                send(page, forms(page.shown).get(i));
            }
            var page = open(path);
            page.full.site.post(page.browser, path, planted(Map.of()));
            assertNothingPlanted(page.full);
        }
    }

    private record ShownPage(FullSite full, Browser browser, Page shown) {}

    /** Returns the paths that the module has, so that a new page is among them. */
    private List<String> paths() throws Exception {
        var all = new ArrayList<String>();
        var account = open("/account").shown.document().select("nav.menu li a").eachAttr("href");
        for (var url : account) all.add(url.substring(AUTH.length()));
        for (var name : (List<?>) config.get().build().describe().get("routes")) {
            if (!name.equals("account")) all.add("/" + name);
        }
        assertThat(all).contains("/account", "/account/profile", "/account/data", "/signup", "/forgot", "/reauth");
        return all;
    }

    /** Opens a page as a user who has something for each of them. */
    private ShownPage open(String path) throws Exception {
        var full = FullSite.with(it -> {
            config.set(it);
            return it;
        });
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);
        full.site.openMail(browser, ANN);
        full.link(browser);
        full.addPasskey(browser);
        full.signedIn(ANN);
        return new ShownPage(full, browser, browser.open(AUTH + path));
    }

    /** Those that are sent to the page itself. */
    private static List<Element> forms(Page page) {
        return page.document().select("form[method=POST]").stream()
                .filter(it -> page.url().equals(it.attr("action")))
                .toList();
    }

    private static void send(ShownPage page, Element form) {
        var answer = page.browser.post(form.attr("action"), planted(filled(form)));
        var question = answer.document().select(".decision form");
        if (!question.isEmpty()) page.browser.post(question.attr("action"), planted(filled(question.get(0))));
        page.full.site.inbox.last("new@example.com").ifPresent(it -> page.browser.open(it.url()));
        assertNothingPlanted(page.full);
    }

    private static Map<String, String> filled(Element form) {
        var fields = new LinkedHashMap<String, String>();
        for (var input : form.select("input[name]")) fields.put(input.attr("name"), value(input));
        return fields;
    }

    private static String value(Element input) {
        return switch (input.attr("name")) {
            case "email" -> "new@example.com";
            case "password" -> OTHER;
            case "current" -> PASSWORD;
            case "confirm" -> ANN;
            default -> input.val();
        };
    }

    private static Map<String, String> planted(Map<String, String> fields) {
        var all = new LinkedHashMap<>(fields);
        WORDS.forEach(name -> all.putIfAbsent(name, PLANTED));
        TIMES.forEach(name -> all.putIfAbsent(name, TIME));
        return all;
    }

    private static void assertNothingPlanted(FullSite full) {
        var rows = full.site.rows;
        for (var user : rows.listUsers(new UserPage("", 10))) {
            assertThat(user.claims().asMap().keySet()).isSubsetOf("id", "name", "email", "emailVerified", "image");
            var stored = UserReport.of(new Store(rows, full.site.clock), user);
            assertThat(stored.export(full.site.clock.instant(), true).toJson()).doesNotContain(PLANTED, "2020-02-02");
        }
    }
}
