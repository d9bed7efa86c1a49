package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.AUTH_ERROR;
import static dev.cardea.error.ErrorType.DUPLICATE_CONDITIONAL_UI;
import static dev.cardea.error.ErrorType.MISSING_WEBAUTHN_AUTOCOMPLETE;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.module.ConfigurationCheck;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import java.util.regex.Pattern;

/** Checks the settings of passkey providers: the script of their page, and the form fields of conditional UI. */
final class PasskeySettingsCheck implements ConfigurationCheck {
    private static final Pattern BROWSER_VERSION = Pattern.compile("v\\d+(\\.\\d+){0,2}");

    @Override
    public void check(Configuration config, Report report) {
        var passkeys = config.providers().stream()
                .filter(WebAuthnProvider.class::isInstance)
                .map(WebAuthnProvider.class::cast)
                .toList();
        passkeys.forEach(provider -> browserVersion(provider, report));
        conditionalUi(
                passkeys.stream().filter(WebAuthnProvider::enableConditionalUI).toList(), report);
    }

    private static void browserVersion(WebAuthnProvider p, Report report) {
        var version = p.simpleWebAuthnBrowserVersion();
        if (version == null || BROWSER_VERSION.matcher(version).matches()) return;
        report.error(
                AUTH_ERROR,
                settingOf(p, "simpleWebAuthnBrowserVersion"),
                p.id() + ": simpleWebAuthnBrowserVersion must look like v9.0.1");
    }

    private static void conditionalUi(List<WebAuthnProvider> providers, Report report) {
        for (int i = 0; i < providers.size(); i++) {
            var p = providers.get(i);
            if (i > 0) {
                report.error(
                        DUPLICATE_CONDITIONAL_UI,
                        settingOf(p, "enableConditionalUI"),
                        "only one WebAuthn provider may set enableConditionalUI");
            }
            boolean offered = p.formFields().values().stream()
                    .anyMatch(
                            f -> f.attributes().getOrDefault("autocomplete", "").contains("webauthn"));
            if (offered) continue;
            report.error(
                    MISSING_WEBAUTHN_AUTOCOMPLETE,
                    settingOf(p, "formFields"),
                    p.id() + ": with enableConditionalUI one form field needs autocomplete=\"webauthn\"");
        }
    }
}
