package dev.cardea.accounts;

import dev.cardea.accounts.factor.PasskeyFactor;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.action.InternalResponse;
import java.util.List;
import java.util.Map;

/**
 * Lets users choose, on the page of two-step verification, that a passkey is asked for after another first factor.
 *
 * @param isOffered whether the site has passkeys; without them, users can only stop what they had chosen
 */
record PasskeySwitch(SecondFactors factors, boolean isOffered) {
    static final String ON = "passkey-on";
    static final String OFF = "passkey-off";

    /** The change, as its event and its notices name it. */
    static final String IS_ON = "passkey-factor-on";

    private static final String IS_OFF = "passkey-factor-off";

    boolean isOn(AccountRequest request) {
        return PasskeyFactor.isOn(request.call().store(), request.userId());
    }

    /** Adds the switch for a user who has a passkey. */
    FormPage show(AccountRequest request, FormPage page) {
        boolean isOn = isOn(request);
        if (!isOn && !canSwitchOn(request)) return page;
        var hidden = isOn ? Question.before(request.hidden(OFF, Map.of())) : request.hidden(ON, Map.of());
        var begun = page.state("passkeyFactor", isOn).section(request.text("accounts.security.passkey"));
        return begun.text(request.text("accounts.security.passkey." + (isOn ? "on" : "off") + ".text"))
                .form(
                        List.of(),
                        hidden,
                        request.text("accounts.security.passkey." + (isOn ? "stop" : "ask")),
                        false,
                        null);
    }

    private boolean canSwitchOn(AccountRequest request) {
        return isOffered && PasskeyFactor.hasPasskey(request.call().store(), request.userId());
    }

    InternalResponse on(AccountRequest request) {
        if (!canSwitchOn(request)) return request.again();
        FactorChanges.count(request);
        var added = request.call().store().inUnit(unit -> factors.askForPasskey(unit, request.userId()));
        if (!added.isAdded()) return request.again();
        var cookies = request.replaceSession(List.of());
        request.report(IS_ON);
        return EnrolmentForm.respond(request, added.codes(), IS_ON, cookies);
    }

    InternalResponse off(AccountRequest request, AccountPage page) {
        if (!isOn(request)) return request.again();
        if (Question.isAsked(request)) return new Question(OFF, "", Map.of(), List.of()).ask(request, page);
        FactorChanges.count(request);
        var cookies = request.reopen(unit -> factors.stopAskingForPasskey(unit, request.userId()));
        request.report(IS_OFF);
        return request.again(IS_OFF, cookies);
    }
}
