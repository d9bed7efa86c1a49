package dev.cardea.provider;

import dev.cardea.model.ProviderType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a provider is called and how its button looks.
 *
 * @param ids the ids whose variables are read, its own first
 * @param retired why the service no longer works; {@code null} if it works
 */
record ProviderName(
        List<String> ids,
        String name,
        ProviderType type,
        Style style,
        @Nullable String retired) {
    ProviderName {
        ids = List.copyOf(ids);
    }

    static ProviderName of(String id, String name, ProviderType type) {
        return new ProviderName(List.of(id), name, type, Style.NONE, null);
    }

    String id() {
        return ids.get(0);
    }

    ProviderName id(String id) {
        var all = new ArrayList<>(ids);
        all.remove(id);
        all.add(0, id);
        return new ProviderName(all, name, type, style, retired);
    }

    ProviderName name(String value) {
        return new ProviderName(ids, value, type, style, retired);
    }

    ProviderName style(Style value) {
        return new ProviderName(ids, name, type, value, retired);
    }

    ProviderName retired(String why) {
        return new ProviderName(ids, name, type, style, why);
    }
}
