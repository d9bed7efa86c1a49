package dev.cardea.dev;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A callback of the application, slow or failing while the developer wants it to be. */
record FaultyCallback<P, R extends @Nullable Object>(
        Function<P, R> callback, DevFaults faults, DevFaults.Service service) implements Function<P, R> {
    @Override
    public R apply(P params) {
        faults.inCallback(service);
        return callback.apply(params);
    }
}
