package dev.cardea.hook;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a log line, in the context that structured logs print: SLF4J's MDC, which Spring Boot, Quarkus and
 * Micronaut have. It is found by name and once, so that the core depends on no logging library. Without SLF4J the line
 * has no fields.
 */
final class LogContext {
    private static final @Nullable LogContext SLF4J = find();

    private final MethodHandle read;
    private final MethodHandle write;
    private final MethodHandle remove;

    private LogContext(MethodHandle read, MethodHandle write, MethodHandle remove) {
        this.read = read;
        this.write = write;
        this.remove = remove;
    }

    private static @Nullable LogContext find() {
        try {
            var mdc = Class.forName("org.slf4j.MDC");
            var methods = MethodHandles.publicLookup();
            return new LogContext(
                    methods.findStatic(mdc, "get", MethodType.methodType(String.class, String.class)),
                    methods.findStatic(mdc, "put", MethodType.methodType(void.class, String.class, String.class)),
                    methods.findStatic(mdc, "remove", MethodType.methodType(void.class, String.class)));
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }

    /** Logs while the thread has these fields. Afterwards it has those from before. */
    static void during(Map<String, String> fields, Runnable log) {
        if (SLF4J == null) log.run();
        else SLF4J.set(fields, log);
    }

    private void set(Map<String, String> fields, Runnable log) {
        var before = new LinkedHashMap<String, @Nullable String>();
        fields.forEach((name, value) -> before.put(name, replace(name, value)));
        try {
            log.run();
        } finally {
            before.forEach(this::replace);
        }
    }

    /** Ignores a failure: the line is worth more than its fields, and its text has the same values. */
    private @Nullable String replace(String name, @Nullable String value) {
        try {
            var before = (String) read.invokeExact(name);
            if (value == null) remove.invokeExact(name);
            else write.invokeExact(name, value);
            return before;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            return null;
        }
    }
}
