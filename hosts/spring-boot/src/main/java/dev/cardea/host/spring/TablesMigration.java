package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.JdbcException;
import java.lang.System.Logger.Level;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/** Creates and upgrades the tables of every {@link JdbcAdapter} bean, the starter's and the application's own. */
final class TablesMigration implements BeanPostProcessor {
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.spring");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof JdbcAdapter adapter) migrate(adapter);
        return bean;
    }

    private static void migrate(JdbcAdapter adapter) {
        try {
            adapter.createSchema(line -> LOG.log(Level.INFO, line));
        } catch (JdbcException e) {
            boolean mayBeOfHibernate = ClassUtils.isPresent("jakarta.persistence.EntityManagerFactory", null);
            if (!mayBeOfHibernate || e.kind() != JdbcException.Kind.SCHEMA) throw e;
            throw InvalidSetupException.replacedTables(String.valueOf(e.getMessage()));
        }
    }
}
