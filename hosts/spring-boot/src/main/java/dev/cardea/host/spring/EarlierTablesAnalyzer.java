package dev.cardea.host.spring;

import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.ClassUtils;

/**
 * Explains how to add Flyway to a database in which the store has created its tables already. Registered in
 * {@code META-INF/spring.factories}.
 */
final class EarlierTablesAnalyzer extends AbstractFailureAnalyzer<FlywayException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, FlywayException cause) {
        boolean isFirst = String.valueOf(cause.getMessage()).startsWith("Found non-empty schema");
        if (!isFirst || !ClassUtils.isPresent("dev.cardea.adapter.jdbc.JdbcAdapter", null)) return null;
        return new FailureAnalysis(
                "The database has tables, such as those that Cardea created before Flyway was added, and Flyway has no"
                        + " history of them.",
                "If your own scripts have not run there yet, set spring.flyway.baseline-on-migrate=true and"
                        + " spring.flyway.baseline-version=0 for one start: Flyway then runs all of them.",
                root);
    }
}
