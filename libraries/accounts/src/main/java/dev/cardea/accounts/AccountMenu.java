package dev.cardea.accounts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The links between the pages of the account. */
final class AccountMenu {
    /** Of the pages that have a menu. */
    static final String STYLE = read("account.css");

    private AccountMenu() {}

    /** @param pages in their order, by name */
    static String of(AccountCall shown, List<String> pages) {
        var out = new StringBuilder("<nav class=\"menu\" aria-label=\"")
                .append(Html.escape(shown.text("accounts.menu")))
                .append("\"><ul>");
        for (var page : pages) {
            var path = AccountPage.path(page);
            boolean isCurrent = path.equals(shown.path());
            out.append("<li><a href=\"")
                    .append(Html.escape(shown.urlOf(path)))
                    .append(isCurrent ? "\" aria-current=\"page\">" : "\">")
                    .append(Html.escape(shown.text(title(page))))
                    .append("</a></li>");
        }
        return out.append("</ul><a class=\"leave\" href=\"")
                .append(Html.escape(shown.callbackUrl().orElse(shown.origin())))
                .append("\">")
                .append(Html.escape(shown.text("accounts.leave", shown.host())))
                .append("</a></nav>")
                .toString();
    }

    /** Returns the key of a page's title. */
    static String title(String page) {
        return "accounts." + (page.isEmpty() ? "overview" : page) + ".title";
    }

    private static String read(String name) {
        try (var in = Objects.requireNonNull(AccountMenu.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
