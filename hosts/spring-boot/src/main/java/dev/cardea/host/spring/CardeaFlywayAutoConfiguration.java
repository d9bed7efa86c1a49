package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import org.flywaydb.core.api.callback.Callback;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Creates and upgrades the tables in the migration of the application's Flyway. */
@AutoConfiguration(after = CardeaAutoConfiguration.class)
@ConditionalOnClass({Callback.class, JdbcAdapter.class})
@ConditionalOnBean(name = StoreInitializerDetector.ADAPTER)
@Conditional(MigrateOnStart.class)
public class CardeaFlywayAutoConfiguration {
    @Bean
    Callback cardeaTables() {
        return TablesCallback.create();
    }
}
