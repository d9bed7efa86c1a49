package dev.cardea.internal.session;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnitOfWork;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** A store in memory that notes which methods are called, and in which one of them fails. */
final class WatchedStore {
    final InMemoryAdapter memory = new InMemoryAdapter();
    final List<String> calls = new CopyOnWriteArrayList<>();
    volatile String failing = "";

    /** Runs between a read of the store and its answer. */
    volatile Consumer<String> onAnswer = method -> {};

    Adapter adapter() {
        return watched(memory);
    }

    /** The same store, without units of work. */
    Adapter withoutUnits() {
        return watched(memory, capabilities().filter(it -> it != UnitOfWork.class));
    }

    private Adapter watched(Adapter adapter) {
        return watched(adapter, capabilities());
    }

    private static Stream<Class<?>> capabilities() {
        return Stream.of(InMemoryAdapter.class.getInterfaces());
    }

    private Adapter watched(Adapter adapter, Stream<Class<?>> capabilities) {
        var all = capabilities.toArray(Class<?>[]::new);
        return (Adapter) Proxy.newProxyInstance(WatchedStore.class.getClassLoader(), all, (self, method, arguments) -> {
            calls.add(method.getName());
            if (method.getName().equals(failing)) throw new StoreUnavailableException("it fails", null);
            try {
                var answer = method.getName().equals("inUnit")
                        ? memory.inUnit(unit -> inUnit(unit, arguments[0]))
                        : method.invoke(adapter, arguments);
                onAnswer.accept(method.getName());
                return answer;
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        });
    }

    @SuppressWarnings("unchecked")
    private Object inUnit(Adapter unit, Object work) {
        return ((Function<Adapter, Object>) work).apply(watched(unit));
    }
}
