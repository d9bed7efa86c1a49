package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
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
    private final List<String> html;
    private final List<Map<String, Object>> inputs;
    private final Claims state;

    private FormPage(
            RouteRequest call,
            String path,
            String title,
            String heading,
            List<String> html,
            List<Map<String, Object>> inputs,
            Claims state) {
        this.call = call;
        this.path = path;
        this.title = title;
        this.heading = heading;
        this.html = List.copyOf(html);
        this.inputs = List.copyOf(inputs);
        this.state = state;
    }

    /** @param path below the base path, to which the form is sent */
    static FormPage of(RouteRequest call, String path, String title, String heading) {
        return new FormPage(call, path, title, heading, List.of(), List.of(), Claims.NONE);
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

        static Field newPassword(String label, String hint, int minimumLength) {
            return new Field("password", label, "password", "new-password", "", true, hint, minimumLength);
        }
    }

    /** An error of the form, and the field that it is about. */
    record Fault(String error, String text, @Nullable String field) {}

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
        out.append("<div class=\"provider\"><form method=\"POST\" action=\"")
                .append(Html.escape(call.request().baseUrl() + path))
                .append("\">");
        var all = new LinkedHashMap<String, String>();
        var token = call.csrfToken();
        if (token != null) all.put("csrfToken", token);
        all.putAll(hidden);
        all.forEach((name, value) -> out.append("<input type=\"hidden\" name=\"")
                .append(Html.escape(name))
                .append("\" value=\"")
                .append(Html.escape(value))
                .append("\">"));
        for (var field : fields) out.append(input(field, fault));
        out.append("<button type=\"submit\" class=\"button")
                .append(isPrimary ? " primary" : "")
                .append("\">")
                .append(Html.escape(button))
                .append("</button></form></div>");
        var described = new ArrayList<>(inputs);
        for (var field : fields) described.add(description(field));
        var next = new FormPage(call, path, title, heading, html, described, state).html(out.toString());
        return fault == null ? next : next.state("error", fault.error());
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
        return new FormPage(call, path, title, heading, html, inputs, state.with(name, value));
    }

    private FormPage html(String part) {
        var all = new ArrayList<>(html);
        all.add(part);
        return new FormPage(call, path, title, heading, all, inputs, state);
    }

    InternalResponse respond(int status) {
        if (wantsJson()) return InternalResponse.json(status, json(), List.of());
        return call.page(status, title, "<h1>" + Html.escape(heading) + "</h1>\n" + String.join("\n", html));
    }

    private Map<String, Object> json() {
        var all = new LinkedHashMap<String, Object>();
        if (call.csrfToken() != null) all.put("csrfToken", call.csrfToken());
        all.put("fields", inputs);
        state.asMap().forEach(all::put);
        return all;
    }

    private boolean wantsJson() {
        var accepted = call.request().http().header("accept").orElse("");
        return !call.request().isPost() && accepted.startsWith("application/json");
    }
}
