package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.sql.init.dependency.DatabaseInitializerDetector;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Lets Hibernate, Liquibase and {@code schema.sql} wait until the store has created its tables, because their tables may
 * refer to the users. Flyway is first: it creates the tables itself, see {@link TablesCallback}. Registered in
 * {@code META-INF/spring.factories}.
 */
final class StoreInitializerDetector implements DatabaseInitializerDetector {
    static final String ADAPTER = "cardeaAdapter";
    private static final String FLYWAY = "org.flywaydb.core.Flyway";

    /** Liquibase has 0. */
    private static final int BEFORE_LIQUIBASE = -1;

    /** Flyway has 1. */
    private static final int AFTER_FLYWAY = 2;

    private final Environment environment;

    StoreInitializerDetector(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Set<String> detect(ConfigurableListableBeanFactory beans) {
        if (!MigrateOnStart.isOn(environment)) return Set.of();
        if (!ClassUtils.isPresent("dev.cardea.adapter.jdbc.JdbcAdapter", null)) return Set.of();
        var names = adapters(beans);
        if (hasFlyway(beans))
            names.stream().filter(it -> !it.equals(ADAPTER)).forEach(StoreInitializerDetector::reject);
        return names;
    }

    /** Returns the names of the beans that are declared as a {@link JdbcAdapter}. */
    static Set<String> adapters(ListableBeanFactory beans) {
        return Set.of(beans.getBeanNamesForType(JdbcAdapter.class, true, false));
    }

    private static boolean hasFlyway(ConfigurableListableBeanFactory beans) {
        return ClassUtils.isPresent(FLYWAY, null)
                && beans.getBeanNamesForType(ClassUtils.resolveClassName(FLYWAY, null), true, false).length > 0;
    }

    /** Only for the starter's adapter, {@link TablesCallback} knows database and tables before Flyway runs. */
    private static void reject(String name) {
        throw new InvalidSetupException(
                "cardea.jdbc.migrate-on-start is true, and the JdbcAdapter " + name
                        + " is a bean of the application, whose tables cannot be created before Flyway runs.",
                "Remove cardea.jdbc.migrate-on-start, and add classpath:dev/cardea/flyway/{vendor} to"
                        + " spring.flyway.locations. Or remove the bean " + name + ".");
    }

    @Override
    public int getOrder() {
        boolean hasFlyway = ClassUtils.isPresent(FLYWAY, null)
                && environment.getProperty("spring.flyway.enabled", Boolean.class, true);
        return hasFlyway ? AFTER_FLYWAY : BEFORE_LIQUIBASE;
    }
}
