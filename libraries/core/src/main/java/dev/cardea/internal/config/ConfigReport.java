package dev.cardea.internal.config;

import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.module.ConfigurationCheck;
import dev.cardea.provider.Provider;
import java.util.ArrayList;
import java.util.List;

/** Collects what the checks find, in their order. Not thread-safe. */
final class ConfigReport implements ConfigurationCheck.Report {
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> warnings;

    /** @param warnings takes each code once */
    ConfigReport(List<String> warnings) {
        this.warnings = warnings;
    }

    @Override
    public void error(ErrorType type, String setting, String message) {
        findings.add(new Finding(type, setting, message));
    }

    @Override
    public void error(ErrorType type, String setting, String pattern, List<String> named) {
        findings.add(new Finding(type, setting, pattern, named));
    }

    @Override
    public void warn(String code) {
        if (!warnings.contains(code)) warnings.add(code);
    }

    void addAll(List<Finding> some) {
        findings.addAll(some);
    }

    List<Finding> findings() {
        return findings;
    }

    static String settingOf(Provider provider) {
        return "providers." + provider.id();
    }

    static String settingOf(Provider provider, String key) {
        return settingOf(provider) + "." + key;
    }
}
