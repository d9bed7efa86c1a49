package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.MISSING_ADAPTER;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER_METHODS;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that there is a store where one is needed, and that it has the capabilities. */
final class StoreCheck {
    private final Draft config;
    private final ConfigReport report;

    private StoreCheck(Draft config, ConfigReport report) {
        this.config = config;
        this.report = report;
    }

    static void presence(Draft config, ConfigReport report) {
        new StoreCheck(config, report).adapter();
    }

    static void capabilities(Draft config, ConfigReport report) {
        new StoreCheck(config, report).capabilities();
    }

    private void adapter() {
        if (config.adapter != null) return;
        first(ProviderType.EMAIL).ifPresent(provider -> {
            report.error(
                    MISSING_ADAPTER,
                    settingOf(provider),
                    "an email provider needs an adapter to store its links; set {}",
                    List.of("adapter"));
        });
        var sessions = SessionTraits.of(config.strategy());
        if (sessions.capability() != null) {
            report.error(
                    MISSING_ADAPTER,
                    "session.strategy",
                    sessions.title() + " need an adapter; set {}, or session.strategy to jwt",
                    List.of("adapter"));
        }
    }

    private void capabilities() {
        if (config.adapter == null) return;
        Map<Class<? extends Adapter>, String> needed = new LinkedHashMap<>();
        boolean email = first(ProviderType.EMAIL).isPresent();
        boolean webAuthn = first(ProviderType.WEBAUTHN).isPresent();
        var sessions = SessionTraits.of(config.strategy());
        var kept = sessions.capability();
        if (email) needed.put(VerificationTokenAdapter.class, "email links");
        if (email || webAuthn || kept != null) needed.put(UserAdapter.class, "users");
        if (kept != null) needed.put(kept, sessions.title());
        if (webAuthn) needed.put(AuthenticatorAdapter.class, "passkeys");
        var missing = needed.entrySet().stream()
                .filter(e -> !e.getKey().isInstance(config.adapter))
                .map(e -> e.getKey().getSimpleName() + " (" + e.getValue() + ")")
                .toList();
        if (!missing.isEmpty()) {
            report.error(
                    MISSING_ADAPTER_METHODS,
                    "adapter",
                    "the adapter " + config.adapter.getClass().getSimpleName() + " does not implement "
                            + String.join(", ", missing));
        }
    }

    private Optional<Provider> first(ProviderType type) {
        return config.providers.stream().filter(p -> p.type() == type).findFirst();
    }
}
