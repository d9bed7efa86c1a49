package dev.cardea.host.quarkus.app;

import io.quarkus.bootstrap.model.ApplicationModel;
import io.quarkus.bootstrap.model.ExtensionCapabilities;
import io.quarkus.maven.dependency.ResolvedDependency;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

/** Whether an application has meters and health checks: these modules are among the dependencies of the tests. */
enum OptionalModules {
    PRESENT,
    ABSENT;

    private static final List<String> ARTIFACTS = List.of("micrometer", "smallrye-health", "microprofile-health");
    private static final List<String> PACKAGES = List.of(
            "io.micrometer.", "dev.cardea.micrometer.", "org.eclipse.microprofile.health.", "io.smallrye.health.");

    ApplicationModel of(ApplicationModel all) {
        if (this == PRESENT) return all;
        return (ApplicationModel) Proxy.newProxyInstance(
                OptionalModules.class.getClassLoader(),
                new Class<?>[] {ApplicationModel.class},
                (proxy, method, arguments) -> {
                    try {
                        var result = method.invoke(all, arguments);
                        return result instanceof Iterable<?> some ? without(some) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Object without(Iterable<?> all) {
        boolean isList = false;
        var kept = new ArrayList<>();
        for (var item : all) {
            isList |= item instanceof ResolvedDependency || item instanceof ExtensionCapabilities;
            if (!isOptional(item)) kept.add(item);
        }
        return isList ? kept : all;
    }

    private static boolean isOptional(Object item) {
        var name = item instanceof ResolvedDependency dependency
                ? dependency.getArtifactId()
                : item instanceof ExtensionCapabilities extension ? extension.getExtension() : "";
        return ARTIFACTS.stream().anyMatch(name::contains);
    }

    /** The classes of the tests are behind those of the application. */
    ClassLoader of(ClassLoader tests) {
        if (this == PRESENT) return tests;
        return new ClassLoader(tests) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (PACKAGES.stream().anyMatch(name::startsWith)) throw new ClassNotFoundException(name);
                return super.loadClass(name, resolve);
            }
        };
    }
}
