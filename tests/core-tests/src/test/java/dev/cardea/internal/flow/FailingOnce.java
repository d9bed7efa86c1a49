package dev.cardea.internal.flow;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/** A store in memory of which one method fails at its first call. */
record FailingOnce(InMemoryAdapter memory, String name, AtomicBoolean hasFailed) {
    FailingOnce(InMemoryAdapter memory, String name) {
        this(memory, name, new AtomicBoolean());
    }

    Adapter adapter() {
        return (Adapter) Proxy.newProxyInstance(
                getClass().getClassLoader(), InMemoryAdapter.class.getInterfaces(), (self, method, arguments) -> {
                    if (method.getName().equals(name) && hasFailed.compareAndSet(false, true)) {
                        throw new IllegalStateException("the disk is full");
                    }
                    try {
                        return method.invoke(memory, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
