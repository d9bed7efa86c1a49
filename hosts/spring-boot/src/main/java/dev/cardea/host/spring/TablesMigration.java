package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.JdbcException;
import java.lang.System.Logger.Level;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/** Creates and upgrades the tables of every {@link JdbcAdapter} bean, the starter's and the application's own. */
record TablesMigration(ListableBeanFactory beans) implements BeanPostProcessor {
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.spring");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof JdbcAdapter adapter) {
            if (!name.equals(StoreInitializerDetector.ADAPTER)) requireNoFlyway(name);
            migrate(adapter);
        }
        return bean;
    }

    /** Only for the starter's adapter, {@link TablesCallback} knows database and tables before Flyway runs. */
    private void requireNoFlyway(String name) {
        var flyway = "org.flywaydb.core.Flyway";
        if (!ClassUtils.isPresent(flyway, null)) return;
        var type = ClassUtils.resolveClassName(flyway, null);
        if (beans.getBeanNamesForType(type, true, false).length == 0) return;
        throw new InvalidSetupException(
                "cardea.jdbc.migrate-on-start is true, and the JdbcAdapter " + name
                        + " is a bean of the application, whose tables cannot be created before Flyway runs.",
                "Remove cardea.jdbc.migrate-on-start, and add classpath:dev/cardea/flyway/{vendor} to"
                        + " spring.flyway.locations. Or remove the bean " + name + ".");
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
