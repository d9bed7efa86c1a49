package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.module.ModulePage;
import dev.cardea.module.RouteRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A page with a form, as HTML in the frame of the built-in pages, or as JSON for a page of the application. Immutable. */
final class FormPage {
    private final RouteRequest call;
    private final String path;
    private final String title;
    private final String heading;
    private final @Nullable String menu;
    private final List<String> html;
    private final List<Map<String, Object>> inputs;
    private final Claims state;

    private FormPage(
            RouteRequest call,
            String path,
            String title,
            String heading,
            @Nullable String menu,
            List<String> html,
            List<Map<String, Object>> inputs,
            Claims state) {
        this.call = call;
        this.path = path;
        this.title = title;
        this.heading = heading;
        this.menu = menu;
        this.html = List.copyOf(html);
        this.inputs = List.copyOf(inputs);
        this.state = state;
    }

    /** @param path below the base path, to which the form is sent */
    static FormPage of(RouteRequest call, String path, String title, String heading) {
        return new FormPage(call, path, title, heading, null, List.of(), List.of(), Claims.NONE);
    }

    /**
     * One field.
     *
     * @param type of the input, such as {@code email}
     * @param autocomplete as of HTML
     * @param value what was entered; empty for a password
     * @param hint below the field; {@code null}: none
     * @param minimumLength {@code 0}: none
     */
    record Field(
            String name,
            String label,
            String type,
            String autocomplete,
            String value,
            boolean isRequired,
            @Nullable String hint,
            int minimumLength) {
        static Field email(String label, String value) {
            return new Field("email", label, "email", "username", value, true, null, 0);
        }

        static Field currentPassword(String name, String label) {
            return new Field(name, label, "password", "current-password", "", true, null, 0);
        }

        static Field code(String label) {
            return new Field("code", label, "text", "one-time-code", "", true, null, 0);
        }

        static Field newPassword(String label, String hint, int minimumLength) {
            return new Field("password", label, "password", "new-password", "", true, hint, minimumLength);
        }
    }

    /** An error of the form, and the field that it is about. */
    record Fault(String error, String text, @Nullable String field) {}

    /** Puts the page next to the menu of the account. */
    FormPage menu(String links) {
        return new FormPage(call, path, title, heading, links, html, inputs, state);
    }

    FormPage section(String text) {
        return html("<h2>" + Html.escape(text) + "</h2>");
    }

    FormPage text(String text) {
        return html("<p>" + Html.escape(text) + "</p>");
    }

    FormPage notice(String code, String text) {
        return html("<p role=\"status\"><strong>" + Html.escape(text) + "</strong></p>")
                .state("notice", code);
    }

    FormPage link(String text, String url) {
        return html("<p class=\"user\"><a href=\"" + Html.escape(url) + "\">" + Html.escape(text) + "</a></p>");
    }

    /**
     * Adds a form.
     *
     * @param hidden further fields, by name
     * @param fault of the last try; {@code null}: none
     */
    FormPage form(
            List<Field> fields, Map<String, String> hidden, String button, boolean isPrimary, @Nullable Fault fault) {
        var out = new StringBuilder();
        if (fault != null) {
            out.append("<div class=\"error\" role=\"alert\" id=\"fault\"><p>")
                    .append(Html.escape(fault.text()))
                    .append("</p></div>");
        }
        out.append("<div class=\"provider\">").append(formStart(hidden));
        for (var field : fields) out.append(input(field, fault));
        out.append("<button type=\"submit\" class=\"button")
                .append(isPrimary ? " primary" : "")
                .append("\">")
                .append(Html.escape(button))
                .append("</button></form></div>");
        var described = new ArrayList<>(inputs);
        for (var field : fields) described.add(description(field));
        var next = new FormPage(call, path, title, heading, menu, html, described, state).html(out.toString());
        return fault == null ? next : next.state("error", fault.error());
    }

    /** Returns the beginning of a form that is sent to this page. */
    private String formStart(Map<String, String> hidden) {
        var all = new LinkedHashMap<String, String>();
        var token = call.csrfToken();
        if (token != null) all.put("csrfToken", token);
        all.putAll(hidden);
        var out = new StringBuilder("<form method=\"POST\" action=\"")
                .append(Html.escape(call.request().baseUrl() + path))
                .append("\">");
        all.forEach((name, value) -> out.append("<input type=\"hidden\" name=\"")
                .append(Html.escape(name))
                .append("\" value=\"")
                .append(Html.escape(value))
                .append("\">"));
        return out.toString();
    }

    /**
     * One of several things that a page lists, such as a device.
     *
     * @param mark HTML in front of it; empty for none
     * @param badge a word that sets it apart from the others; {@code null}: none
     */
    record Item(String mark, String title, @Nullable String badge, List<String> details, List<Action> actions) {}

    /**
     * A button of an item.
     *
     * @param about the item, for those who can't see what the button stands next to
     */
    record Action(String label, String about, Map<String, String> hidden) {}

    FormPage items(List<Item> items) {
        var out = new StringBuilder("<ul class=\"items\">");
        for (var item : items) {
            out.append("<li>").append(item.mark()).append("<div><strong>").append(Html.escape(item.title()));
            out.append("</strong>");
            if (item.badge() != null) {
                out.append(" <span class=\"badge\">")
                        .append(Html.escape(item.badge()))
                        .append("</span>");
            }
            for (var detail : item.details()) {
                out.append("<p>").append(Html.escape(detail)).append("</p>");
            }
            out.append("</div>");
            for (var action : item.actions()) {
                out.append(formStart(action.hidden()))
                        .append("<button type=\"submit\" class=\"small\" aria-label=\"")
                        .append(Html.escape(action.label() + ": " + action.about()))
                        .append("\">")
                        .append(Html.escape(action.label()))
                        .append("</button></form>");
            }
            out.append("</li>");
        }
        return html(out.append("</ul>").toString());
    }

    private static String input(Field field, @Nullable Fault fault) {
        boolean isWrong = fault != null && field.name().equals(fault.field());
        var described = new ArrayList<String>();
        if (isWrong) described.add("fault");
        if (field.hint() != null) described.add("hint-" + field.name());
        var name = Html.escape(field.name());
        return "<label class=\"section-header\" for=\"input-" + name + "\">" + Html.escape(field.label()) + "</label>"
                + "<input id=\"input-" + name + "\" name=\"" + name + "\" type=\"" + Html.escape(field.type())
                + "\" autocomplete=\"" + Html.escape(field.autocomplete()) + "\" value=\"" + Html.escape(field.value())
                + "\"" + (field.isRequired() ? " required" : "")
                + (field.minimumLength() > 0 ? " minlength=\"" + field.minimumLength() + "\"" : "")
                + (described.isEmpty() ? "" : " aria-describedby=\"" + String.join(" ", described) + "\"")
                + (isWrong ? " aria-invalid=\"true\" autofocus" : "") + ">"
                + (field.hint() == null
                        ? ""
                        : "<p class=\"hint\" id=\"hint-" + name + "\">" + Html.escape(field.hint()) + "</p>");
    }

    private static Map<String, Object> description(Field field) {
        var described = new LinkedHashMap<String, Object>();
        described.put("name", field.name());
        described.put("label", field.label());
        described.put("type", field.type());
        described.put("required", field.isRequired());
        if (field.minimumLength() > 0) described.put("minimumLength", field.minimumLength());
        return described;
    }

    /** Adds a value to the JSON. */
    FormPage state(String name, Object value) {
        return new FormPage(call, path, title, heading, menu, html, inputs, state.with(name, value));
    }

    private FormPage html(String part) {
        var all = new ArrayList<>(html);
        all.add(part);
        return new FormPage(call, path, title, heading, menu, all, inputs, state);
    }

    InternalResponse respond(int status) {
        if (wantsJson(call)) return InternalResponse.json(status, json(), List.of());
        var content = "<h1>" + Html.escape(heading) + "</h1>\n" + String.join("\n", html);
        if (menu == null) return call.page(status, ModulePage.of(title, content));
        var page = ModulePage.of(title, menu + "\n<div class=\"account\">" + content + "</div>");
        return call.page(status, page.style(AccountMenu.STYLE));
    }

    private Map<String, Object> json() {
        var all = new LinkedHashMap<String, Object>();
        if (call.csrfToken() != null) all.put("csrfToken", call.csrfToken());
        all.put("fields", inputs);
        state.asMap().forEach(all::put);
        return all;
    }

    /** Returns whether a page of the application asks for what the built-in one shows. */
    static boolean wantsJson(RouteRequest call) {
        var accepted = call.request().http().header("accept").orElse("");
        return !call.request().isPost() && accepted.startsWith("application/json");
    }
}
