package dev.cardea.internal.flow;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A store in memory where another request acts just after each call of one method. */
record InMemoryRace(InMemoryAdapter memory, String name, Runnable other) {
    Adapter adapter() {
        return (Adapter) Proxy.newProxyInstance(
                getClass().getClassLoader(), InMemoryAdapter.class.getInterfaces(), (self, method, arguments) -> {
                    try {
                        var result = method.invoke(memory, arguments);
                        if (method.getName().equals(name)) other.run();
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
