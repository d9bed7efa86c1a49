package dev.cardea.dev;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.StoreLocation;
import dev.cardea.adapter.StoreUnavailableException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The store of the site, slow or unavailable while the developer wants it to be. It has the capabilities of the store. */
record FaultyStore(Adapter store, DevFaults faults) implements InvocationHandler {
    /** Returns a store with faults; one that has them already is returned as it is. */
    static Adapter of(Adapter store, DevFaults faults) {
        if (isFaulty(store)) return store;
        var capabilities = new LinkedHashSet<Class<?>>();
        collect(store.getClass(), capabilities);
        return (Adapter) Proxy.newProxyInstance(
                store.getClass().getClassLoader(),
                capabilities.toArray(Class<?>[]::new),
                new FaultyStore(store, faults));
    }

    /** Returns the store without faults, for the pages of development mode. */
    static @Nullable Adapter behind(@Nullable Adapter store) {
        return store != null && isFaulty(store) ? ((FaultyStore) Proxy.getInvocationHandler(store)).store() : store;
    }

    private static boolean isFaulty(Adapter store) {
        return Proxy.isProxyClass(store.getClass()) && Proxy.getInvocationHandler(store) instanceof FaultyStore;
    }

    private static void collect(@Nullable Class<?> type, Set<Class<?>> capabilities) {
        if (type == null) return;
        for (var each : type.getInterfaces()) {
            if (!Adapter.class.isAssignableFrom(each)) continue;
            if (Modifier.isPublic(each.getModifiers())) capabilities.add(each);
            else collect(each, capabilities);
        }
        collect(type.getSuperclass(), capabilities);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (Adapter.class.isAssignableFrom(method.getDeclaringClass())
                && method.getDeclaringClass() != StoreLocation.class
                && faults.fails(DevFaults.Service.STORE)) {
            throw new StoreUnavailableException("development mode: the store isn't responding", null);
        }
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    @Override
    public String toString() {
        return store.toString();
    }
}
