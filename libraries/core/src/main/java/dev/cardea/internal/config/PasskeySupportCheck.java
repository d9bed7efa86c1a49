package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.EXPERIMENTAL_FEATURE_NOT_ENABLED;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.model.ProviderType;
import dev.cardea.module.ConfigurationCheck;
import java.util.List;

/** Checks that passkeys are not switched off and that there is a store for them. */
final class PasskeySupportCheck implements ConfigurationCheck {
    @Override
    public void check(Configuration config, Report report) {
        var passkeys = config.providers().stream()
                .filter(provider -> provider.type() == ProviderType.WEBAUTHN)
                .findFirst();
        if (passkeys.isEmpty()) return;
        if (config.enableWebAuthn()) report.warn("experimental-webauthn");
        else {
            report.error(
                    EXPERIMENTAL_FEATURE_NOT_ENABLED,
                    "experimental.enableWebAuthn",
                    "passkeys are switched off; set {} to true, or remove it",
                    List.of("enableWebAuthn"));
        }
        if (config.adapter() == null) {
            report.error(
                    MISSING_ADAPTER, settingOf(passkeys.get()), "passkeys need an adapter; set {}", List.of("adapter"));
        }
    }
}
