package dev.cardea.accounts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The forms of a page, as HTML. Immutable.
 *
 * @param page where they are sent
 * @param csrfToken of the visitor; {@code null} where the framework protects posts itself
 */
record FormHtml(String page, @Nullable String csrfToken) {
    /** Returns the beginning of a form that is sent to the page. */
    String start(Map<String, String> hidden) {
        return start(page, "", hidden);
    }

    /** @param attributes further ones of the form, escaped; empty for none */
    String start(String action, String attributes, Map<String, String> hidden) {
        var all = new LinkedHashMap<String, String>();
        if (csrfToken != null) all.put("csrfToken", csrfToken);
        all.putAll(hidden);
        var out = new StringBuilder("<form method=\"POST\" action=\"" + Html.escape(action) + "\"" + attributes + ">");
        all.forEach((name, value) -> out.append("<input type=\"hidden\" name=\"")
                .append(Html.escape(name))
                .append("\" value=\"")
                .append(Html.escape(value))
                .append("\">"));
        return out.toString();
    }

    /** Returns an error, which is announced when the page opens. */
    static String alert(FormFault fault) {
        return "<div class=\"error\" role=\"alert\" id=\"fault\"><p>" + Html.escape(fault.text()) + "</p></div>";
    }

    static String button(String label, boolean isPrimary) {
        return submit(isPrimary ? "button primary" : "button", Html.escape(label));
    }

    /** Returns a button for what can't be undone. */
    static String danger(String label) {
        return submit("button danger", Html.escape(label));
    }

    /** @param mark HTML in front of the label */
    static String marked(String mark, String label) {
        return submit("button", mark + "<span>" + Html.escape(label) + "</span>");
    }

    private static String submit(String style, String content) {
        return "<button type=\"submit\" class=\"" + style + "\">" + content + "</button>";
    }

    static String input(FormField field, @Nullable FormFault fault) {
        return input(field, field.name(), fault);
    }

    /** @param id of the input: a name that a page has once */
    static String input(FormField field, String id, @Nullable FormFault fault) {
        if (field.type().equals("checkbox")) return checkbox(field);
        boolean isWrong = fault != null && field.name().equals(fault.field());
        var described = new ArrayList<String>();
        if (isWrong) described.add("fault");
        if (field.hint() != null) described.add("hint-" + id);
        var own = Html.escape(id);
        return "<label class=\"section-header\" for=\"input-" + own + "\">" + Html.escape(field.label()) + "</label>"
                + "<input id=\"input-" + own + "\" name=\"" + Html.escape(field.name()) + "\" type=\""
                + Html.escape(field.type())
                + "\" autocomplete=\"" + Html.escape(field.autocomplete()) + "\" value=\"" + Html.escape(field.value())
                + "\"" + (field.isRequired() ? " required" : "")
                + (field.autocomplete().equals("one-time-code") ? " inputmode=\"numeric\"" : "")
                + (field.isLeftToRight() ? " dir=\"ltr\"" : "")
                + (field.minimumLength() > 0 ? " minlength=\"" + field.minimumLength() + "\"" : "")
                + (described.isEmpty() ? "" : " aria-describedby=\"" + String.join(" ", described) + "\"")
                + (isWrong ? " aria-invalid=\"true\" autofocus" : "") + ">"
                + (field.hint() == null
                        ? ""
                        : "<p class=\"hint\" id=\"hint-" + own + "\">" + Html.escape(field.hint()) + "</p>");
    }

    private static String checkbox(FormField field) {
        return "<label class=\"check\"><input type=\"checkbox\" name=\"" + Html.escape(field.name()) + "\" value=\"on\""
                + (field.value().isEmpty() ? "" : " checked") + "><span>" + Html.escape(field.label())
                + "</span></label>";
    }
}
