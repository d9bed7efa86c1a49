package dev.cardea.host.spring;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Checks at startup that Hibernate left the tables of the store as they are. */
@AutoConfiguration(
        after = CardeaAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration"
        })
@ConditionalOnClass({JdbcAdapter.class, EntityManagerFactory.class})
@ConditionalOnBean({JdbcAdapter.class, EntityManagerFactory.class})
public class CardeaJpaAutoConfiguration {
    /** Not lazy, because it must fail the start. */
    @Bean
    @Lazy(false)
    TablesCheck cardeaTablesCheck(
            ObjectProvider<JdbcAdapter> adapters, ObjectProvider<EntityManagerFactory> factories) {
        return new TablesCheck(adapters, factories);
    }
}
