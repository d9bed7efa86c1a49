package dev.cardea.dev;

import dev.cardea.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Marks the built-in pages, so that no page of development mode is mistaken for a real one. Where a provider is played,
 * the mark has a button for each person.
 */
final class Banner {
    private static final String STYLE =
            ".cardea-development{box-sizing:border-box;position:fixed;inset:auto 0 0 0;padding:10px 16px;"
                    + "max-height:40vh;overflow:auto;"
                    + "background:#7a3b00;color:#fff;font:600 14px/1.4 system-ui,sans-serif;text-align:center}"
                    + ".cardea-development a{color:#fff;text-underline-offset:3px}"
                    + ".cardea-development form{display:flex;flex-wrap:wrap;gap:6px;justify-content:center;"
                    + "align-items:center;margin:8px 0 0}"
                    + ".cardea-development button{width:auto;margin:0;padding:4px 10px;border:1px solid #fff;"
                    + "border-radius:4px;background:transparent;color:#fff;font:inherit;cursor:pointer}"
                    + "body{padding-block-end:120px}"
                    // There the people take several lines, and no field may end behind them.
                    + "@media (max-width:700px){body{padding-block-end:40vh}}";

    /** In the form that the bar has beside an application. */
    static final String PERSON = "cardeaPerson";

    private static final Pattern CSRF_TOKEN = Pattern.compile("name=\"csrfToken\" value=\"([0-9a-f|%A-Za-z]+)\"");

    private static final String PASSKEYS = DevPages.load("passkeys.js");

    private final String pages;
    private final String basePath;
    private final @Nullable LocalProvider provider;
    private final List<DevPerson> people;
    private final String html;
    private final VirtualPasskeys passkeys;
    private final String script;

    Banner(DevPaths paths, Collection<LocalProvider> providers, List<DevPerson> people, VirtualPasskeys passkeys) {
        pages = paths.pages();
        basePath = paths.basePath();
        var home = paths.home();
        this.people = people;
        this.passkeys = passkeys;
        script = PASSKEYS.replace(DevPaths.PATH, home);
        provider = providers.isEmpty() ? null : providers.iterator().next();
        var text = new StringBuilder(
                        "<aside class=\"cardea-development\">Development mode: local accounts and emails. ")
                .append("<a href=\"" + pages + home + "\">People and inbox</a>");
        if (pages.isEmpty() && provider != null) {
            var action = home + "/sign-in";
            text.append(buttons(action, DevPages.hidden("provider", provider.id()), "person"));
        }
        html = text.toString();
    }

    /**
     * Returns the buttons beside an application. A form of its site to another origin is rejected as that of another
     * site, so the buttons begin a sign-in at the site, with the token of the sign-in page.
     */
    private String buttonsBeside(String page) {
        if (pages.isEmpty() || provider == null) return "";
        var token = CSRF_TOKEN.matcher(page);
        if (!token.find()) return "";
        var action = basePath + "/signin/" + provider.id();
        return buttons(action, DevPages.hidden("csrfToken", token.group(1)), PERSON);
    }

    private String buttons(String action, String hidden, String name) {
        var form = new StringBuilder("<form method=\"post\" action=\"" + action + "\">")
                .append(hidden)
                .append("<span>Sign in with one click:</span>");
        for (var person : people) {
            form.append("<button name=\"" + name + "\" value=\"")
                    .append(DevPages.escape(person.id()))
                    .append("\">")
                    .append(DevPages.escape(person.shown()))
                    .append("</button>");
        }
        return form.append("</form>").toString();
    }

    /** Returns the response with the banner if it is a page. */
    Response on(Response answer) {
        var type = answer.header("content-type").orElse("");
        var page = type.startsWith("text/html") ? answer.text() : "";
        int head = page.indexOf("</head>");
        int end = page.lastIndexOf("</body>");
        if (head < 0 || end < head) return answer;
        // The script is before that of the page. Another origin would not accept its requests.
        boolean withPasskeys = pages.isEmpty() && passkeys.isOn() && page.contains("data-passkey");
        var marked = page.substring(0, head) + "<style>" + STYLE + "</style>"
                + (withPasskeys ? "<script>" + script + "</script>" : "") + page.substring(head, end) + html
                + buttonsBeside(page) + "</aside>" + page.substring(end);
        var headers = answer.headers();
        var policy = answer.header("content-security-policy");
        if (policy.isPresent()) headers = headers.set("Content-Security-Policy", permitted(policy.get(), withPasskeys));
        return Response.of(answer.status(), headers, marked.getBytes(StandardCharsets.UTF_8));
    }

    /** Permits the style of the banner, the script of passkeys, and forms that end at the page of a local provider. */
    private String permitted(String policy, boolean withPasskeys) {
        var styled = policy.replace("style-src ", "style-src " + DevPages.hash(STYLE) + " ");
        if (withPasskeys) styled = styled.replace("script-src ", "script-src " + DevPages.hash(script) + " ");
        return pages.isEmpty() ? styled : styled.replace("form-action 'self'", "form-action 'self' " + pages);
    }
}
