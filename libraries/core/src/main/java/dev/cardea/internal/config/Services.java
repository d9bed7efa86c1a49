package dev.cardea.internal.config;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Finds modules on the class path. */
public final class Services {
    private Services() {}

    /** Returns a new object of each service of this name. */
    public static <S> List<S> of(Class<S> name) {
        return ServiceLoader.load(name, loader(name)).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
    }

    /** The application's, unless it has another copy of this library, whose modules do not fit. */
    private static @Nullable ClassLoader loader(Class<?> name) {
        var context = Thread.currentThread().getContextClassLoader();
        try {
            if (Class.forName(name.getName(), false, context) == name) return context;
        } catch (ClassNotFoundException e) {
            // A thread without the application.
        }
        return Services.class.getClassLoader();
    }
}
