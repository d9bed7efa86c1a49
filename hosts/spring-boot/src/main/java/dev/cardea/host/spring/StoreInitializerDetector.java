package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import java.util.Set;
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
    static final String MIGRATE_ON_START = "cardea.jdbc.migrate-on-start";

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
        if (!environment.getProperty(MIGRATE_ON_START, Boolean.class, false)) return Set.of();
        if (!ClassUtils.isPresent("dev.cardea.adapter.jdbc.JdbcAdapter", null)) return Set.of();
        return Set.of(beans.getBeanNamesForType(JdbcAdapter.class, true, false));
    }

    @Override
    public int getOrder() {
        boolean hasFlyway = ClassUtils.isPresent("org.flywaydb.core.Flyway", null)
                && environment.getProperty("spring.flyway.enabled", Boolean.class, true);
        return hasFlyway ? AFTER_FLYWAY : BEFORE_LIQUIBASE;
    }
}
