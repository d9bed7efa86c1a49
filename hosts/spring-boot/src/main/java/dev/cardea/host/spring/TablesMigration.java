package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.JdbcException;
import java.lang.System.Logger.Level;
import java.util.Set;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.util.ClassUtils;

/**
 * Creates and upgrades the tables of every {@link JdbcAdapter} bean: the starter's, the application's own, or one for each
 * of its databases.
 *
 * @param declared the names of those beans, for which {@link StoreInitializerDetector} lets others wait
 */
record TablesMigration(Set<String> declared) implements BeanPostProcessor {
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.spring");

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (!(bean instanceof JdbcAdapter adapter)) return bean;
        if (!declared.contains(name)) throw hidden(name);
        migrate(adapter);
        return bean;
    }

    /** Before it is created, Spring only knows the type that its method returns. */
    private static InvalidSetupException hidden(String name) {
        return new InvalidSetupException(
                "cardea.jdbc.migrate-on-start is true, and the bean " + name + " is a JdbcAdapter that is declared as"
                        + " another type, so Hibernate, Liquibase and schema.sql don't wait for its tables.",
                "Let the method that makes the bean " + name + " return JdbcAdapter.");
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
