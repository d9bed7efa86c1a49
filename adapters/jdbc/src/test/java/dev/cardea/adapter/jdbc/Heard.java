package dev.cardea.adapter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** A database of which every statement is passed on to somebody who listens. */
record Heard(DataSource database, Consumer<String> listener) {
    DataSource dataSource() {
        return (DataSource) proxy(DataSource.class, database);
    }

    private Object proxy(Class<?> type, Object target) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement")) listener.accept((String) arguments[0]);
            try {
                var result = method.invoke(target, arguments);
                return result instanceof Connection connection ? proxy(Connection.class, connection) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }
}
