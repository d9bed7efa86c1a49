package dev.cardea.host.spring;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * The section {@code cardea} of {@code /actuator/info}: the version, and how users sign in. It holds what visitors see
 * on the sign-in page anyway.
 */
record SignInInfo(ObjectProvider<AuthConfig> config) implements InfoContributor {
    @Override
    public void contribute(Info.Builder builder) {
        Map<String, Object> cardea = new LinkedHashMap<>();
        var version = Auth.class.getPackage().getImplementationVersion();
        if (version != null) cardea.put("version", version);
        config.ifUnique(it -> addSettings(it, cardea));
        builder.withDetail("cardea", cardea);
    }

    private static void addSettings(AuthConfig config, Map<String, Object> cardea) {
        var all = config.describe();
        for (var name : List.of("basePath", "store")) if (all.containsKey(name)) cardea.put(name, all.get(name));
        cardea.put("sessions", config.strategy().name().toLowerCase(Locale.ROOT));
        cardea.put(
                "providers",
                config.providers().stream().map(provider -> provider.id()).toList());
    }
}
