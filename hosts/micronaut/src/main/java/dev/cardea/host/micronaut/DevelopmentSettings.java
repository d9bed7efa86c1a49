package dev.cardea.host.micronaut;

import io.micronaut.context.env.ActiveEnvironment;
import io.micronaut.context.env.Environment;
import io.micronaut.context.env.PropertySource;
import io.micronaut.context.env.PropertySourceLoader;
import io.micronaut.core.io.ResourceLoader;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sets {@code CARDEA_DEV=true} in Micronaut's environment {@code dev}. It has an effect only if {@code cardea-dev} is on
 * the class path. Settings of the application take precedence.
 *
 * <p>For {@link java.util.ServiceLoader}.
 */
public final class DevelopmentSettings implements PropertySourceLoader {
    /** Before every other source, each of which may replace the value. */
    private static final int ORDER = -10_000;

    /** For {@link java.util.ServiceLoader}. */
    public DevelopmentSettings() {}

    @Override
    public Optional<PropertySource> load(String name, ResourceLoader resources) {
        return Optional.empty();
    }

    @Override
    public Optional<PropertySource> loadEnv(String name, ResourceLoader resources, ActiveEnvironment environment) {
        if (!name.equals(Environment.DEFAULT_NAME) || !environment.getName().equals(Environment.DEVELOPMENT)) {
            return Optional.empty();
        }
        return Optional.of(PropertySource.of("cardea-development", Map.of("CARDEA_DEV", "true"), ORDER));
    }

    @Override
    public Set<String> getExtensions() {
        return Set.of();
    }

    @Override
    public Map<String, Object> read(String name, InputStream input) {
        return Map.of();
    }
}
