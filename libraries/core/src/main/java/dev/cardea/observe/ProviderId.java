package dev.cardea.observe;

import dev.cardea.model.ProviderType;
import dev.cardea.provider.Provider;
import org.jspecify.annotations.Nullable;

/** The id of a configured provider, or {@link #UNKNOWN} for any other id that a request names. Immutable. */
public final class ProviderId implements Label {
    /** An id that the configuration does not have. What the visitor sent is not kept. */
    public static final ProviderId UNKNOWN = new ProviderId("unknown", null);

    private final String id;
    private final @Nullable ProviderType type;

    private ProviderId(String id, @Nullable ProviderType type) {
        this.id = id;
        this.type = type;
    }

    public static ProviderId of(Provider configured) {
        return new ProviderId(configured.id(), configured.type());
    }

    /**
     * Returns the id of a provider that was configured when it was recorded.
     *
     * @throws IllegalArgumentException if no provider can have this id
     */
    public static ProviderId recorded(String id, ProviderType type) {
        if (!Provider.ID.matcher(id).matches()) {
            throw new IllegalArgumentException("not an id of a provider");
        }
        return new ProviderId(id, type);
    }

    /** Returns the kind of provider; {@code null} for {@link #UNKNOWN}. */
    public @Nullable ProviderType type() {
        return type;
    }

    @Override
    public String label() {
        return id;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProviderId it && it.id.equals(id) && it.type == type;
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id;
    }
}
