package dev.cardea.accounts;

import dev.cardea.Passkeys;
import dev.cardea.Passkeys.Passkey;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.module.ModuleCookie;
import dev.cardea.provider.WebAuthnProvider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists, adds, names and deletes the passkeys of the user, at {@code account/passkeys}. To delete one ends the user's other
 * sessions, as anyone who had the device may have opened them.
 *
 * @param provider with which a new passkey signs in
 * @param deletion with the ID of the passkey that the user has just deleted. In the URL, it could be anyone's: another site with
 *     the same {@code rpId} may have that passkey
 */
record PasskeysPage(WebAuthnProvider provider, SecondFactors factors, ModuleCookie deletion) implements AccountPage {
    private static final int MAX_NAME = 100;

    /** A name that is refused, and the passkey that it was for. */
    private record WrongName(String id, String name, FormFault fault) {}

    @Override
    public String name() {
        return "passkeys";
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request, request.faultOfUrl(), null);
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        int number = list(request).size();
        return Optional.of(new Summary(request.count("accounts.passkeys.count", number), number));
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        return switch (request.field("do")) {
            case "add" -> request.isFresh() ? request.again() : request.confirm();
            case "rename" -> rename(request);
            case "delete" -> delete(request);
            default -> request.unknown(page(request, null, null));
        };
    }

    private InternalResponse rename(AccountRequest request) {
        if (!keepsNames(request)) return request.unknown(page(request, null, null));
        var id = request.field("id");
        var name = AccountCall.storable(request.field("name")).strip();
        if (name.isEmpty() || name.length() > MAX_NAME) {
            var fault = request.shown().fault("PasskeyName", "name", String.valueOf(MAX_NAME));
            return request.refuse(fault, page(request, null, new WrongName(id, name, fault)));
        }
        boolean isRenamed = passkeys(request).map(it -> it.rename(id, name)).orElse(false);
        return isRenamed ? request.again("passkey-renamed", List.of()) : request.again();
    }

    /** The passkey of another user isn't there, as one that is deleted already. */
    private InternalResponse delete(AccountRequest request) {
        if (!request.isFresh()) return request.confirm();
        var id = request.field("id");
        var passkey = list(request).stream().filter(it -> it.id().equals(id)).findFirst();
        if (passkey.isEmpty()) return request.again();
        if (isLast(request, id)) return refuseLast(request);
        if (Question.isAsked(request)) {
            var gone = List.of(item(request, passkey.get(), false, null));
            return new Question("delete", "", Map.of("id", id), gone).ask(request, this);
        }
        var passkeys = passkeys(request).orElseThrow();
        var cookies = request.remove(unit -> {
            var result = passkeys.delete(unit, id);
            factors.passkeyRemoved(unit, request.userId());
            return result;
        });
        if (cookies.isEmpty()) return refuseLast(request);
        request.report("passkey-deleted", Claims.of("provider", passkey.get().provider()));
        return request.again("passkey-deleted", cookies.get()).after(List.of(deleted(request, id)));
    }

    private Cookie deleted(AccountRequest request, String id) {
        var content = Claims.of("userId", request.userId()).with("id", id);
        return deletion.sealed(content, request.call().request().isHttps());
    }

    private Optional<String> deletedId(AccountRequest request) {
        var sent = request.call().request();
        return deletion.open(sent.cookies(), sent.isHttps())
                .filter(it -> request.userId().equals(it.text("userId")))
                .map(it -> it.text("id"));
    }

    private InternalResponse refuseLast(AccountRequest request) {
        var fault = request.fault("LastSignInMethod", null);
        return request.refuse(fault, page(request, fault, null));
    }

    private static boolean isLast(AccountRequest request, String id) {
        return passkeys(request).filter(it -> it.isLast(id)).isPresent();
    }

    private static boolean keepsNames(AccountRequest request) {
        return request.call().store().has(PasskeyRecords.class);
    }

    private static Optional<Passkeys> passkeys(AccountRequest request) {
        return Passkeys.of(request.call());
    }

    private static List<Passkey> list(AccountRequest request) {
        return passkeys(request).map(Passkeys::list).orElse(List.of());
    }

    private FormPage page(AccountRequest request, @Nullable FormFault fault, @Nullable WrongName wrong) {
        var all = list(request);
        boolean isLast = all.size() == 1 && isLast(request, all.get(0).id());
        var page = request.page(name())
                .fault(fault)
                .text(request.text("accounts.passkeys.text"))
                .state("isFresh", request.isFresh())
                .state("provider", provider.id())
                .state("passkeys", all.stream().map(it -> json(it, isLast)).toList());
        if (!all.isEmpty()) {
            page = page.items(
                    all.stream().map(it -> item(request, it, isLast, wrong)).toList());
        }
        return adding(request, page);
    }

    /** The proof comes first: no one should make a passkey that is refused. */
    private FormPage adding(AccountRequest request, FormPage page) {
        if (request.user().email() == null) return page.text(request.text("accounts.passkeys.address"));
        if (!request.isFresh()) {
            var label = request.text("accounts.passkeys.add");
            return page.form(List.of(), request.hidden("add", Map.of()), label, true, null);
        }
        var back = request.shown().url(Map.of("notice", "passkey-added"));
        return page.passkey(PasskeyForm.adding(request.shown()::text, provider, back))
                .html("<i hidden data-passkey-signals=\"" + Html.escape(signals(request)) + "\"></i>");
    }

    /** What the script tells authenticators. */
    private String signals(AccountRequest request) {
        var id = deletedId(request);
        return passkeys(request)
                .map(it -> id.map(it::signals).orElseGet(it::signals))
                .orElse(Claims.NONE)
                .toJson();
    }

    private static Item item(AccountRequest request, Passkey passkey, boolean isLast, @Nullable WrongName wrong) {
        var title = passkey.name() == null ? request.text("accounts.passkeys.unnamed") : passkey.name();
        var actions = new ArrayList<Item.Action>();
        boolean isWrong = wrong != null && wrong.id().equals(passkey.id());
        if (keepsNames(request)) actions.add(renaming(request, passkey, title, isWrong ? wrong : null));
        var details = details(request, passkey);
        if (isLast) {
            details.add(request.text("accounts.last-way"));
        } else {
            var deleting = Question.before(request.hidden("delete", Map.of("id", passkey.id())));
            actions.add(Item.Action.of(request.text("accounts.passkeys.delete"), title, deleting));
        }
        var badge = passkey.isSynced() ? request.text("accounts.passkeys.synced") : null;
        return new Item(Marks.KEY, title, badge, details, actions);
    }

    private static Item.Action renaming(
            AccountRequest request, Passkey passkey, String title, @Nullable WrongName wrong) {
        var shown = wrong != null ? wrong.name() : Objects.requireNonNullElse(passkey.name(), "");
        var field = FormField.text("name", request.text("accounts.name"), shown, true, null);
        var hidden = request.hidden("rename", Map.of("id", passkey.id()));
        return Item.Action.of(request.text("accounts.passkeys.rename"), title, hidden)
                .asking(field, request.text("accounts.save"), wrong == null ? null : wrong.fault());
    }

    private static List<String> details(AccountRequest request, Passkey passkey) {
        var all = new ArrayList<String>();
        if (passkey.createdAt() != null) {
            all.add(request.text("accounts.passkeys.created", request.when(passkey.createdAt())));
        }
        if (passkey.lastUsedAt() != null) {
            all.add(request.text("accounts.passkeys.used", request.when(passkey.lastUsedAt())));
        }
        return all;
    }

    private static Map<String, Object> json(Passkey passkey, boolean isLast) {
        return Claims.of("id", passkey.id())
                .withPresent("name", passkey.name())
                .withPresent("createdAt", text(passkey.createdAt()))
                .withPresent("lastUsedAt", text(passkey.lastUsedAt()))
                .with("isSynced", passkey.isSynced())
                .with("isLast", isLast)
                .asMap();
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
