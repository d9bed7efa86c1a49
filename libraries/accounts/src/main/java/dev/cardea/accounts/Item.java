package dev.cardea.accounts;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of several things that a page lists, such as a device. Immutable.
 *
 * @param mark HTML in front of it; empty for none
 * @param badge a word that sets it apart from the others; {@code null}: none
 * @param url where the title leads; {@code null}: nowhere
 */
record Item(
        String mark,
        String title,
        @Nullable String badge,
        List<String> details,
        List<Action> actions,
        @Nullable String url) {
    Item(String mark, String title, @Nullable String badge, List<String> details, List<Action> actions) {
        this(mark, title, badge, details, actions, null);
    }

    /** Returns an item that leads to a page. */
    static Item link(String title, List<String> details, String url) {
        return new Item("", title, null, details, List.of(), url);
    }

    Item withoutActions() {
        return new Item(mark, title, badge, details, List.of(), url);
    }

    /**
     * A button.
     *
     * @param about the item, for those who can't see what the button stands next to
     * @param target where the form is sent; {@code null}: to the page
     * @param field what is asked before; {@code null}: nothing
     * @param save the label of the button that sends what is asked
     * @param fault of the last try; {@code null}: none
     */
    record Action(
            String label,
            String about,
            @Nullable String target,
            Map<String, String> hidden,
            @Nullable FormField field,
            String save,
            @Nullable FormFault fault) {
        static Action of(String label, String about, Map<String, String> hidden) {
            return new Action(label, about, null, hidden, null, label, null);
        }

        /** Sends the form to another route. */
        Action to(String url) {
            return new Action(label, about, url, hidden, field, save, fault);
        }

        /** Asks for a value first. */
        Action asking(FormField value, String button, @Nullable FormFault ofLastTry) {
            return new Action(label, about, target, hidden, value, button, ofLastTry);
        }
    }

    /** Returns a list of them. */
    static String list(List<Item> items, FormHtml forms) {
        var out = new StringBuilder("<ul class=\"items\">");
        for (int i = 0; i < items.size(); i++) out.append(items.get(i).html(String.valueOf(i), forms));
        return out.append("</ul>").toString();
    }

    private String html(String number, FormHtml forms) {
        var out = new StringBuilder("<li>").append(mark).append("<div><strong>");
        out.append(
                url == null
                        ? Html.escape(title)
                        : "<a href=\"" + Html.escape(url) + "\">" + Html.escape(title) + "</a>");
        out.append("</strong>");
        if (badge != null) {
            out.append(" <span class=\"badge\">").append(Html.escape(badge)).append("</span>");
        }
        for (var detail : details) out.append("<p>").append(Html.escape(detail)).append("</p>");
        out.append("</div>");
        for (var action : actions) out.append(action(action, number, forms));
        return out.append("</li>").toString();
    }

    private static String action(Action action, String number, FormHtml forms) {
        var start = action.target() == null
                ? forms.start(action.hidden())
                : forms.start(action.target(), "", action.hidden());
        var label = Html.escape(action.label());
        var name = " aria-label=\"" + Html.escape(action.label() + ": " + action.about()) + "\"";
        if (action.field() == null) {
            return start + "<button type=\"submit\" class=\"small\"" + name + ">" + label + "</button></form>";
        }
        return "<details" + (action.fault() == null ? "" : " open") + "><summary class=\"small\"" + name + ">" + label
                + "</summary>" + (action.fault() == null ? "" : FormHtml.alert(action.fault())) + start
                + FormHtml.input(action.field(), action.field().name() + "-" + number, action.fault())
                + "<button type=\"submit\" class=\"small\">" + Html.escape(action.save())
                + "</button></form></details>";
    }
}
