package dev.cardea.internal.config;

import static dev.cardea.error.ErrorType.MISSING_ADAPTER;
import static dev.cardea.error.ErrorType.MISSING_ADAPTER_METHODS;
import static dev.cardea.internal.config.ConfigReport.settingOf;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.internal.session.SessionTraits;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.Provider;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        for (var type : ProviderType.values()) {
            first(type)
                    .ifPresent(provider -> withoutStore(type)
                            .ifPresent(why -> report.error(
                                    MISSING_ADAPTER, settingOf(provider), why + "; set {}", List.of("adapter"))));
        }
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
        var sessions = SessionTraits.of(config.strategy());
        var kept = sessions.capability();
        var needed = EnumSet.noneOf(Capability.class);
        for (var provider : config.providers) needed.addAll(needs(provider.type()));
        if (kept != null) needed.add(Capability.USERS);
        Map<Class<? extends Adapter>, String> uses = new LinkedHashMap<>();
        for (var capability : Capability.values()) {
            if (needed.contains(capability)) uses.put(capability.type, capability.use);
            if (capability == Capability.USERS && kept != null) uses.put(kept, sessions.title());
            if (capability == Capability.USERS && config.keepsRecords()) {
                uses.putIfAbsent(SessionRegistry.class, "session.devices, session.absoluteAge and logout");
            }
            if (capability == Capability.USERS && !sessions.isRecorded() && config.session.maxPerUser() != null) {
                uses.put(SessionIndex.class, "session.maxPerUser");
            }
        }
        var missing = uses.entrySet().stream()
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

    /** A capability that a configuration may need, in the order of the message. */
    private enum Capability {
        EMAIL_LINKS(VerificationTokenAdapter.class, "email links"),
        USERS(UserAdapter.class, "users"),
        PASSKEYS(AuthenticatorAdapter.class, "passkeys");

        private final Class<? extends Adapter> type;
        private final String use;

        Capability(Class<? extends Adapter> type, String use) {
            this.type = type;
            this.use = use;
        }
    }

    private static Set<Capability> needs(ProviderType type) {
        return switch (type) {
            case EMAIL -> Set.of(Capability.EMAIL_LINKS, Capability.USERS);
            case WEBAUTHN -> Set.of(Capability.USERS, Capability.PASSKEYS);
            case OIDC, OAUTH, CREDENTIALS -> Set.of();
        };
    }

    /** Returns why providers of a kind cannot work without a store; empty if they can, or if another check says so. */
    private static Optional<String> withoutStore(ProviderType type) {
        return switch (type) {
            case EMAIL -> Optional.of("an email provider needs an adapter to store its links");
            case OIDC, OAUTH, CREDENTIALS -> Optional.empty();
            // PasskeySupportCheck
            case WEBAUTHN -> Optional.empty();
        };
    }

    private Optional<Provider> first(ProviderType type) {
        return config.providers.stream().filter(p -> p.type() == type).findFirst();
    }
}
