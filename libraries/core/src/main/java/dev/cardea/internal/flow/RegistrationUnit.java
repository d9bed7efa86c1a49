package dev.cardea.internal.flow;

import dev.cardea.adapter.Store;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.model.User;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Where a sign-in writes.
 *
 * @param isAtomic whether all of it is stored or nothing
 * @param events receives the event of each change
 */
record RegistrationUnit(Store store, boolean isAtomic, Consumer<BiConsumer<Events, EventRequest>> events) {
    static String idOf(User user) {
        return Objects.requireNonNull(user.id(), "a stored user has an id");
    }
}
