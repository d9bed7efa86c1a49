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
    private final boolean hasPasskeys;

    private FormPage(
            RouteRequest call,
            String path,
            String title,
            String heading,
            @Nullable String menu,
            List<String> html,
            List<Map<String, Object>> inputs,
            Claims state,
            boolean hasPasskeys) {
        this.call = call;
        this.path = path;
        this.title = title;
        this.heading = heading;
        this.menu = menu;
        this.html = List.copyOf(html);
        this.inputs = List.copyOf(inputs);
        this.state = state;
        this.hasPasskeys = hasPasskeys;
    }

    /** @param path below the base path, to which the form is sent */
    static FormPage of(RouteRequest call, String path, String title, String heading) {
        return new FormPage(call, path, title, heading, null, List.of(), List.of(), Claims.NONE, false);
    }

    /** Puts the page next to the menu of the account. */
    FormPage menu(String links) {
        return new FormPage(call, path, title, heading, links, html, inputs, state, hasPasskeys);
    }

    /** Gives the page another heading and title. */
    FormPage heading(String text) {
        return new FormPage(call, path, text, text, menu, html, inputs, state, hasPasskeys);
    }

    FormPage section(String text) {
        return html("<h2>" + Html.escape(text) + "</h2>");
    }

    FormPage text(String text) {
        return html("<p>" + Html.escape(text) + "</p>");
    }

    FormPage notice(String code, String text) {
        return html("<p class=\"note\" role=\"status\">" + Html.escape(text) + "</p>")
                .state("notice", code);
    }

    /** Shows a text that asks the user to do something. */
    FormPage hint(String text) {
        return html("<p class=\"note\">" + Html.escape(text) + "</p>");
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
            List<FormField> fields,
            Map<String, String> hidden,
            String button,
            boolean isPrimary,
            @Nullable FormFault fault) {
        return form(fields, hidden, FormHtml.button(button, isPrimary), fault);
    }

    /** Adds the form for a change that can't be undone. */
    FormPage danger(List<FormField> fields, Map<String, String> hidden, String button, @Nullable FormFault fault) {
        return form(fields, hidden, FormHtml.danger(button), fault);
    }

    /** Adds a button that leads to a provider, with its mark. */
    FormPage provider(Map<String, String> hidden, String mark, String label) {
        return form(List.of(), hidden, FormHtml.marked(mark, label), null);
    }

    private FormPage form(
            List<FormField> fields, Map<String, String> hidden, String button, @Nullable FormFault fault) {
        var out = new StringBuilder("<div class=\"provider\">").append(forms().start(hidden));
        for (var field : fields) out.append(FormHtml.input(field, fault));
        out.append(button).append("</form></div>");
        var described = new ArrayList<>(inputs);
        for (var field : fields) described.add(description(field));
        var next = fault(fault).html(out.toString());
        return new FormPage(call, path, title, heading, menu, next.html, described, next.state, hasPasskeys);
    }

    /**
     * Adds the button for a change that can't be undone, and the way back.
     *
     * @param hidden the fields of the change, by name
     */
    FormPage decision(Map<String, String> hidden, String button, String cancel, String url) {
        return html("<div class=\"decision\">" + forms().start(hidden) + FormHtml.danger(button)
                + "</form><a class=\"button\" href=\"" + Html.escape(url) + "\">" + Html.escape(cancel) + "</a></div>");
    }

    private FormHtml forms() {
        return new FormHtml(call.request().baseUrl() + path, call.csrfToken());
    }

    /** Shows an error that is about no field; {@code null}: none. */
    FormPage fault(@Nullable FormFault fault) {
        return fault == null ? this : html(FormHtml.alert(fault)).state("error", fault.error());
    }

    FormPage items(List<Item> items) {
        return html(Item.list(items, forms()));
    }

    /** Adds the form with which the script of the page asks for a passkey. */
    FormPage passkey(PasskeyForm form) {
        return new FormPage(call, path, title, heading, menu, html, inputs, state, true)
                .html(form.html(forms(), call.request().baseUrl()));
    }

    private static Map<String, Object> description(FormField field) {
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
        return new FormPage(call, path, title, heading, menu, html, inputs, state.with(name, value), hasPasskeys);
    }

    /** Adds HTML as it is: escape every text. */
    FormPage html(String part) {
        var all = new ArrayList<>(html);
        all.add(part);
        return new FormPage(call, path, title, heading, menu, all, inputs, state, hasPasskeys);
    }

    InternalResponse respond(int status) {
        if (wantsJson(call)) return InternalResponse.json(status, json(), List.of());
        var content = "<h1>" + Html.escape(heading) + "</h1>\n" + String.join("\n", html);
        var page = menu == null
                ? ModulePage.of(title, content).style(AccountStyle.PARTS)
                : ModulePage.of(title, menu + "\n<div class=\"account\">" + content + "</div>")
                        .style(AccountStyle.RULES + AccountStyle.PARTS);
        return call.page(status, hasPasskeys ? page.withPasskeys() : page);
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
