package dev.cardea.testing.replay;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.model.User;
import dev.cardea.observe.Step.StoreCall;
import dev.cardea.observe.StoreReason;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store in memory whose calls fail where the recorded ones did. */
final class StoreDouble implements InvocationHandler {
    private final InMemoryAdapter memory = new InMemoryAdapter();
    private final List<StoreCall> expected = new ArrayList<>();

    Adapter adapter() {
        return (Adapter)
                Proxy.newProxyInstance(StoreDouble.class.getClassLoader(), InMemoryAdapter.class.getInterfaces(), this);
    }

    /** Behaves as in this request from now on. */
    void expect(RecordedRequest request) {
        expected.clear();
        request.all(StoreCall.class).forEach(expected::add);
    }

    /** Behaves correctly from now on. */
    void behave() {
        expected.clear();
    }

    /** Adds a user who has the visitor's address and signs in with another method. */
    void addOtherUser(String address) {
        if (memory.getUserByEmail(address).isEmpty()) memory.createUser(User.of("other", "Other", address));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        fail(method.getName());
        try {
            return method.invoke(memory, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private void fail(String operation) {
        var found = expected.stream()
                .filter(it -> it.operation().label().equals(operation))
                .findFirst();
        if (found.isEmpty()) return;
        expected.remove(found.get());
        switch (found.get().result()) {
            case OK -> {}
            case CONFLICT -> throw new DuplicateKeyException("as recorded", null);
            case TIMEOUT -> throw new StoreUnavailableException("as recorded", null);
            case ERROR -> {
                if (found.get().reason() == StoreReason.ROW_MISSING)
                    throw new RowNotFoundException("as recorded", null);
                throw new StoreException("as recorded", null);
            }
        }
    }
}
