package dev.cardea.host.quarkus.app;

import dev.cardea.host.testkit.ServedSite;
import io.quarkus.bootstrap.app.ApplicationModelSerializer;
import io.quarkus.bootstrap.app.QuarkusBootstrap;
import io.quarkus.maven.dependency.ArtifactKey;
import io.quarkus.paths.PathList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Builds a Quarkus application from a few classes, with the usual build of Quarkus, and starts it in this JVM.
 *
 * <p>Its class loader loads those classes and this module again. Cardea's core and all other classes of the tests are
 * shared, so a static field of such a class passes an object into the application.
 */
final class RunningApplication {
    private static final Path MODEL = Path.of("target/quarkus/bootstrap/test-app-model.dat");
    private static final Path MODULE = Path.of("target/classes");
    private static final List<String> SHARED = List.of(
            "dev.cardea:cardea-core",
            "dev.cardea:cardea-token-reader",
            "dev.cardea:cardea-testing",
            "dev.cardea:cardea-host-testkit",
            "dev.cardea:cardea-micrometer",
            "dev.cardea:cardea-recorder",
            "io.micrometer:micrometer-core",
            "io.micrometer:micrometer-commons",
            "io.micrometer:micrometer-observation");

    private RunningApplication() {}

    /**
     * Starts an application without the optional modules.
     *
     * @param classes together with their nested classes
     */
    static ServedSite start(Map<String, String> settings, Class<?>... classes) throws Exception {
        return start(OptionalModules.ABSENT, settings, classes);
    }

    /** @param classes together with their nested classes */
    static ServedSite start(OptionalModules modules, Map<String, String> settings, Class<?>... classes)
            throws Exception {
        var root = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "application");
        for (var type : classes) copy(type, root);
        write(settings, root);
        var bootstrap = QuarkusBootstrap.builder()
                .setMode(QuarkusBootstrap.Mode.RUN)
                .setProjectRoot(Path.of("").toAbsolutePath())
                .setTargetDirectory(root)
                .setApplicationRoot(PathList.of(root, MODULE.toAbsolutePath()))
                .setExistingModel(modules.of(ApplicationModelSerializer.deserialize(MODEL)))
                .setBaseClassLoader(modules.of(RunningApplication.class.getClassLoader()))
                .setFlatClassPath(true)
                .setIsolateDeployment(true);
        SHARED.forEach(key -> bootstrap.addParentFirstArtifact(ArtifactKey.fromString(key)));
        var before = Thread.currentThread().getContextClassLoader();
        try {
            var application = bootstrap.build().bootstrap();
            var running = application
                    .createAugmentor()
                    .createInitialRuntimeApplication()
                    .run();
            int port =
                    running.getConfigValue("quarkus.http.port", Integer.class).orElseThrow();
            return new ServedSite(port, () -> {
                running.close();
                application.close();
            });
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static void copy(Class<?> type, Path root) throws IOException {
        var folder = Path.of("target/test-classes", type.getPackageName().replace('.', '/'));
        var target = Files.createDirectories(root.resolve(type.getPackageName().replace('.', '/')));
        var name = type.getName().substring(type.getPackageName().length() + 1);
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                var found = file.getFileName().toString();
                if (found.equals(name + ".class") || found.startsWith(name + "$")) {
                    Files.copy(file, target.resolve(found));
                }
            }
        }
    }

    private static void write(Map<String, String> settings, Path root) throws IOException {
        var properties = new Properties();
        properties.putAll(settings);
        properties.put("quarkus.http.port", "0");
        properties.put("quarkus.http.host", "127.0.0.1");
        properties.put("quarkus.banner.enabled", "false");
        try (var out = Files.newOutputStream(root.resolve("application.properties"))) {
            properties.store(out, null);
        }
    }
}
