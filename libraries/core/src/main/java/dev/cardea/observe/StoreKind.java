package dev.cardea.observe;

import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kind of the configured store, from the name of its adapter's class: {@code jdbc} for {@code JdbcAdapter}. */
public final class StoreKind implements Label {
    private static final Pattern LABEL = Pattern.compile("[\\p{L}\\p{N}_$]{1,100}");

    private final String name;

    private StoreKind(String name) {
        this.name = name;
    }

    /** Returns the kind of an adapter; {@code custom} for a class without a name. */
    public static StoreKind of(Class<?> adapter) {
        var name = adapter.getSimpleName();
        if (adapter.isSynthetic() || adapter.isHidden() || Proxy.isProxyClass(adapter) || name.isEmpty()) {
            return new StoreKind("custom");
        }
        var kind = name.endsWith("Adapter") ? name.substring(0, name.length() - "Adapter".length()) : name;
        return new StoreKind(kind.isEmpty() ? "custom" : kind.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns a kind that was recorded.
     *
     * @throws IllegalArgumentException if no class has such a name
     */
    public static StoreKind named(String label) {
        if (!LABEL.matcher(label).matches()) throw new IllegalArgumentException("not a kind of store");
        return new StoreKind(label);
    }

    @Override
    public String label() {
        return name;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StoreKind it && it.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
