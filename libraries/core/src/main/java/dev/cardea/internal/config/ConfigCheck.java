package dev.cardea.internal.config;

import dev.cardea.error.ConfigurationException.Finding;
import java.util.List;

/** Checks the rules of a configuration, in the order in which errors are reported. */
public final class ConfigCheck {
    private static final PasskeySettingsCheck PASSKEY_SETTINGS = new PasskeySettingsCheck();
    private static final PasskeySupportCheck PASSKEY_SUPPORT = new PasskeySupportCheck();

    private ConfigCheck() {}

    /** Returns everything that is wrong; empty where nothing is. */
    public static List<Finding> check(Draft config) {
        var report = new ConfigReport(config.warnings);
        HostCheck.check(config, report);
        SecretCheck.check(config, report);
        AddressCheck.check(config, report);
        AgeCheck.check(config, report);
        SessionOptionsCheck.check(config, report);
        report.addAll(CookieCheck.check(config));
        ProviderCheck.check(config, report);
        PASSKEY_SETTINGS.check(config, report);
        CredentialsCheck.check(config, report);
        StoreCheck.presence(config, report);
        PASSKEY_SUPPORT.check(config, report);
        StoreCheck.capabilities(config, report);
        HostCheck.cookies(config, report);
        RouteCheck.check(config, report);
        SignInStepCheck.check(config, report);
        ObserverCheck.check(config, report);
        for (var check : config.checks) check.check(config, report);
        return report.findings();
    }
}
