package dev.cardea.accounts;

import dev.cardea.action.InternalResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The question before a change that can't be undone: a page that says what goes and what stays. The buttons of the built-in
 * pages ask for it. An application's own page asks in its own way. Immutable.
 *
 * @param change that the page carries out once the user has answered
 * @param about what the change is for, in the heading; empty for none
 * @param fields of the change
 * @param gone what the user loses; empty if the heading says it
 */
record Question(String change, String about, Map<String, String> fields, List<Item> gone) {
    private static final String FIELD = "ask";

    /** Returns the hidden fields of a button that asks before the change. */
    static Map<String, String> before(Map<String, String> hidden) {
        var all = new LinkedHashMap<>(hidden);
        all.put(FIELD, "yes");
        return all;
    }

    /** Returns whether such a button was pressed. */
    static boolean isAsked(AccountRequest request) {
        return !request.field(FIELD).isEmpty();
    }

    InternalResponse ask(AccountRequest request, AccountPage page) {
        var key = "accounts." + page.name() + "." + change;
        var shown = request.page(page.name()).heading(request.text(key + ".question", about));
        if (!gone.isEmpty())
            shown = shown.items(gone.stream().map(Item::withoutActions).toList());
        return shown.text(request.text(key + ".consequences"))
                .decision(
                        request.hidden(change, fields),
                        request.text(key + ".yes"),
                        request.text("accounts.cancel"),
                        request.shown().url(Map.of()))
                .respond(200);
    }
}
