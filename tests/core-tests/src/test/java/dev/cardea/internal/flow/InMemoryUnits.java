package dev.cardea.internal.flow;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.StoreConflictException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A store in memory whose first units of work lose the race against another transaction. */
final class InMemoryUnits {
    /** How often work was done, also by units that lost. */
    final AtomicInteger runs = new AtomicInteger();

    private final InMemoryAdapter memory;
    private final int losing;
    private final boolean repeatsItself;

    /**
     * @param losing how many units lose
     * @param repeatsItself whether the store runs the work again by itself, as {@code UnitOfWork} allows
     */
    InMemoryUnits(InMemoryAdapter memory, int losing, boolean repeatsItself) {
        this.memory = memory;
        this.losing = losing;
        this.repeatsItself = repeatsItself;
    }

    Adapter adapter() {
        return (Adapter) Proxy.newProxyInstance(
                getClass().getClassLoader(), InMemoryAdapter.class.getInterfaces(), (self, method, arguments) -> {
                    try {
                        if (!method.getName().equals("inUnit")) return method.invoke(memory, arguments);
                        @SuppressWarnings("unchecked")
                        var work = (Function<Adapter, Object>) arguments[0];
                        return inUnit(work);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Object inUnit(Function<Adapter, Object> work) {
        try {
            return memory.inUnit(unit -> {
                var result = work.apply(unit);
                if (runs.incrementAndGet() <= losing) throw new StoreConflictException("another was first", null);
                return result;
            });
        } catch (StoreConflictException e) {
            if (repeatsItself) return inUnit(work);
            throw e;
        }
    }
}
