package dev.cardea.accounts;

import java.util.List;

/** The links between the pages of the account. */
final class AccountMenu {
    private AccountMenu() {}

    /** @param pages in their order, by name */
    static String of(AccountCall shown, List<String> pages) {
        var out = new StringBuilder("<nav class=\"menu\" aria-label=\"")
                .append(Html.escape(shown.text("accounts.menu")))
                .append("\"><ul>");
        for (var page : pages) {
            var path = path(page);
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

    /** Returns the path of a page below the base path. */
    static String path(String name) {
        return name.isEmpty() ? "/account" : "/account/" + name;
    }

    /** Returns the key of a page's title. */
    static String title(String page) {
        return "accounts." + (page.isEmpty() ? "overview" : page) + ".title";
    }
}
