package dev.cardea.accounts;

import dev.cardea.accounts.factor.Authenticator;
import dev.cardea.accounts.factor.Enrolments.Enrolment;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Two-step verification, at {@code account/security}: the user's authenticator apps and recovery codes, and whether a passkey is
 * asked for. To remove a factor or to replace the codes ends the user's other sessions, as anyone who had them may have opened
 * those.
 */
record SecurityPage(AccountSite site, PasskeySwitch passkey) implements AccountPage {
    private static final List<String> CHANGES =
            List.of("totp", "confirm", "cancel", "codes", "remove", "forget", PasskeySwitch.ON, PasskeySwitch.OFF);

    /** Below this, the user should make new codes. */
    private static final int FEW_CODES = 3;

    /** Each further app adds two right values to a guess. */
    private static final int MAX_APPS = 10;

    @Override
    public String name() {
        return "security";
    }

    @Override
    public FormPage show(AccountRequest request) {
        return page(request, request.faultOfUrl());
    }

    @Override
    public Optional<Summary> summary(AccountRequest request) {
        boolean isOn = SecondFactors.has(store(request), request.userId());
        return Optional.of(new Summary(request.text(isOn ? "accounts.security.on" : "accounts.security.off"), 0));
    }

    @Override
    public InternalResponse change(AccountRequest request) {
        var action = request.field("do");
        if (!CHANGES.contains(action)) return request.unknown(page(request, null));
        if (!request.isVerified()) return refuse(request, request.fault("FactorNotVerified", null));
        if (action.equals("cancel")) return cancel(request);
        if (action.equals("forget")) return forget(request);
        if (!request.isFresh()) return request.confirm();
        return switch (action) {
            case "totp" -> begin(request);
            case "confirm" -> confirm(request);
            case "codes" -> replaceCodes(request);
            case PasskeySwitch.ON -> passkey.on(request);
            case PasskeySwitch.OFF -> passkey.off(request, this);
            default -> remove(request);
        };
    }

    private InternalResponse begin(AccountRequest request) {
        if (authenticators(request).size() >= MAX_APPS) return refuse(request, request.fault("TooManyApps", null));
        factors().enrolments().begin(store(request), request.userId(), place(request));
        return request.again();
    }

    private InternalResponse cancel(AccountRequest request) {
        factors().enrolments().forget(store(request), request.userId());
        return request.again();
    }

    /** Needs no new proof: the user is asked more often then. */
    private static InternalResponse forget(AccountRequest request) {
        TrustedBrowsers.forget(store(request), request.userId());
        return request.again("browsers-forgotten", List.of());
    }

    private InternalResponse confirm(AccountRequest request) {
        var confirmed = form().confirm(
                        store(request),
                        request.shown(),
                        request.userId(),
                        pending(request),
                        () -> FactorChanges.count(request));
        if (confirmed.fault() != null) return refuse(request, confirmed.fault());
        var cookies = request.replaceSession(List.of(SecondFactors.ofTotp()));
        request.report("factor-added");
        return EnrolmentForm.respond(request, confirmed.codes(), "factor-added", cookies);
    }

    private InternalResponse replaceCodes(AccountRequest request) {
        if (!SecondFactors.has(store(request), request.userId())) return request.again();
        if (Question.isAsked(request)) return new Question("codes", "", Map.of(), List.of()).ask(request, this);
        FactorChanges.count(request);
        var codes = new ArrayList<String>();
        var cookies = request.reopen(unit -> {
            codes.clear();
            codes.addAll(factors().replaceCodes(unit, request.userId()));
        });
        request.report("recovery-codes-replaced");
        return EnrolmentForm.respond(request, codes, "recovery-codes-replaced", cookies);
    }

    /** The authenticator of another user isn't there, as one that is removed already. */
    private InternalResponse remove(AccountRequest request) {
        var id = request.field("id");
        var removed = authenticators(request).stream()
                .filter(it -> it.id().equals(id))
                .findFirst();
        if (removed.isEmpty()) return request.again();
        if (Question.isAsked(request)) {
            var gone = List.of(item(request, removed.get()));
            return new Question("remove", removed.get().name(), Map.of("id", id), gone).ask(request, this);
        }
        FactorChanges.count(request);
        var cookies = request.reopen(unit -> factors().remove(unit, request.userId(), id));
        request.report("factor-removed");
        return request.again("factor-removed", cookies);
    }

    private InternalResponse refuse(AccountRequest request, FormFault fault) {
        return request.refuse(fault, page(request, fault));
    }

    private FormPage page(AccountRequest request, @Nullable FormFault fault) {
        var all = authenticators(request);
        int left = factors().recoveryCodes().left(store(request), request.userId());
        boolean isOn = SecondFactors.has(store(request), request.userId());
        var page = request.page(name());
        if (!isOn || !all.isEmpty()) {
            page = page.text(request.text(isOn ? "accounts.security.on.text" : "accounts.security.text"));
        }
        page = page.state("isFresh", request.isFresh())
                .state("authenticators", all.stream().map(SecurityPage::json).toList())
                .state("recoveryCodes", left);
        if (!request.isVerified()) {
            return page.hint(request.text("accounts.security.verify"))
                    .fault(fault)
                    .link(request.text("accounts.email.verify"), request.shown().urlOf("/account/email"));
        }
        if (!all.isEmpty()) {
            page = page.items(all.stream().map(it -> item(request, it)).toList());
        }
        var pending = pending(request);
        if (pending.isPresent()) {
            return form().show(page, request.shown(), request.user(), pending.get(), fault);
        }
        page = page.fault(fault);
        if (all.isEmpty())
            page = page.text(request.text(isOn ? "accounts.security.app.also" : "accounts.security.app.text"));
        page = passkey.show(
                request, page.form(List.of(), request.hidden("totp", Map.of()), beginning(request, isOn), !isOn, null));
        return isOn ? browsers(request, codes(request, page, left)) : page;
    }

    private String beginning(AccountRequest request, boolean isOn) {
        if (!isOn) return request.text("accounts.security.begin");
        return request.text(authenticators(request).isEmpty() ? "accounts.security.scan" : "accounts.security.another");
    }

    private static FormPage codes(AccountRequest request, FormPage page, int left) {
        var text = request.count("accounts.codes.left", left);
        var begun = page.section(request.text("accounts.codes.title"));
        var told = left < FEW_CODES ? begun.hint(text + " " + request.text("accounts.codes.few")) : begun.text(text);
        return told.form(
                List.of(),
                Question.before(request.hidden("codes", Map.of())),
                request.text("accounts.codes.replace"),
                false,
                null);
    }

    private FormPage browsers(AccountRequest request, FormPage page) {
        int trusted = factors().browsers().count(store(request), request.userId());
        if (trusted == 0) return page;
        return page.state("trustedBrowsers", trusted)
                .section(request.text("accounts.browsers.title"))
                .text(request.count("accounts.browsers.count", trusted))
                .form(
                        List.of(),
                        request.hidden("forget", Map.of()),
                        request.text("accounts.browsers.forget"),
                        false,
                        null);
    }

    private static Item item(AccountRequest request, Authenticator it) {
        var removal = Question.before(request.hidden("remove", Map.of("id", it.id())));
        return new Item(
                Marks.PHONE,
                it.name(),
                null,
                List.of(request.text("accounts.security.created", request.day(it.created()))),
                List.of(Item.Action.of(request.text("accounts.security.remove"), it.name(), removal)));
    }

    private static Map<String, Object> json(Authenticator it) {
        return Claims.of("id", it.id())
                .with("name", it.name())
                .with("createdAt", it.created().toString())
                .asMap();
    }

    private List<Authenticator> authenticators(AccountRequest request) {
        return factors().authenticators().of(store(request), request.userId());
    }

    /** A token that was stolen after the proof gets no key. */
    private Optional<Enrolment> pending(AccountRequest request) {
        if (!request.isFresh()) return Optional.empty();
        return factors().enrolments().of(store(request), request.userId(), place(request));
    }

    private static String place(AccountRequest request) {
        return "session " + request.login().sessionId();
    }

    private EnrolmentForm form() {
        return new EnrolmentForm(site);
    }

    private SecondFactors factors() {
        return site.factors();
    }

    private static Store store(AccountRequest request) {
        return request.call().store();
    }
}
