package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import java.lang.System.Logger.Level;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * Creates and upgrades the tables on Flyway's connection, before its first script. Earlier, Flyway would reject the schema
 * because it is not empty; later, scripts could not refer to the users.
 *
 * <p>A proxy, because the methods have other parameters since Flyway 12: a class that implements one version does not
 * load with the other.
 */
final class TablesCallback implements InvocationHandler {
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.spring");

    private TablesCallback() {}

    static Callback create() {
        return (Callback) Proxy.newProxyInstance(
                TablesCallback.class.getClassLoader(), new Class<?>[] {Callback.class}, new TablesCallback());
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "supports" -> first(arguments) == Event.BEFORE_MIGRATE;
            // Each statement can run again.
            case "canHandleInTransaction" -> false;
            case "handle" -> {
                createTables((Context) Objects.requireNonNull(arguments)[1]);
                yield null;
            }
            case "equals" -> proxy == first(arguments);
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "cardea";
        };
    }

    private static @Nullable Object first(Object @Nullable [] arguments) {
        return Objects.requireNonNull(arguments)[0];
    }

    private static void createTables(Context context) {
        JdbcAdapter.of(new SingleConnectionDataSource(context.getConnection(), true))
                .createSchema(line -> LOG.log(Level.INFO, line));
    }
}
