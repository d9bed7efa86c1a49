package dev.cardea;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.function.Supplier;

/** Runs code as in an application without modules of Cardea: the fast loop has those of other tests on its class path. */
final class WithoutModules {
    private WithoutModules() {}

    static <T> T get(Supplier<T> code) {
        var thread = Thread.currentThread();
        var before = thread.getContextClassLoader();
        thread.setContextClassLoader(new ClassLoader(before) {
            @Override
            public Enumeration<URL> getResources(String name) {
                return Collections.emptyEnumeration();
            }
        });
        try {
            return code.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
