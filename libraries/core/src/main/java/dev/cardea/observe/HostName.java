package dev.cardea.observe;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name or address of a host, with its port if it has one. Immutable. */
public final class HostName {
    /** Stands for anything that is not a host. What was sent is not kept. */
    public static final HostName INVALID = new HostName("invalid");

    private static final Pattern FORM =
            Pattern.compile("([a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_.])?|\\[[0-9a-f:.]{2,45}])(:[0-9]{1,5})?");

    /** The host of the previous request, which nearly always is that of the next. Shared by threads without a lock. */
    private static volatile HostName previous = INVALID;

    private final String name;

    private HostName(String name) {
        this.name = name;
    }

    /** Returns the host in lower case, or {@link #INVALID} if the text is not one. */
    public static HostName of(String text) {
        var known = previous;
        if (known.name.equals(text) && known != INVALID) return known;
        var lower = text.toLowerCase(Locale.ROOT);
        if (!FORM.matcher(lower).matches()) return INVALID;
        var host = new HostName(lower);
        previous = host;
        return host;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostName it && it.name.equals(name);
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
