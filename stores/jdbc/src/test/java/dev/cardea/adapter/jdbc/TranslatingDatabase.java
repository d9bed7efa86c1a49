package dev.cardea.adapter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A database whose statements can be heard.
 *
 * @param translator gets every statement, and returns the one that is run
 */
record TranslatingDatabase(DataSource database, UnaryOperator<String> translator) {
    DataSource dataSource() {
        return (DataSource) proxy(DataSource.class, database);
    }

    private Object proxy(Class<?> type, Object target) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement")) arguments[0] = translator.apply((String) arguments[0]);
            try {
                var result = method.invoke(target, arguments);
                return result instanceof Connection connection ? proxy(Connection.class, connection) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }
}
