package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import java.util.Map;

/** One application for several tenants, each with its own address, providers and store. */
public final class Tenants {
    private Tenants() {}

    /**
     * @param tenants the configuration of each tenant by host; each has its own {@code url}, secret and adapter
     * @param other for requests to any other host; without providers
     */
    public static Auth auth(Map<String, AuthConfig> tenants, AuthConfig other) {
        return Auth.of(request -> tenants.getOrDefault(request.header("host").orElse(""), other));
    }
}
// end
