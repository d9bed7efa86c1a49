package dev.cardea.host.spring;

import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.JdbcException;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Fails the start of an application in which Hibernate replaced tables of the store: it drops and creates the table of
 * each entity, also one that maps the users. Otherwise every sign-in would fail.
 */
record TablesCheck(ObjectProvider<JdbcAdapter> adapters, ObjectProvider<EntityManagerFactory> factories)
        implements SmartInitializingSingleton {
    private static final String[] CREATION = {
        "hibernate.hbm2ddl.auto", "jakarta.persistence.schema-generation.database.action"
    };

    @Override
    public void afterSingletonsInstantiated() {
        boolean isCreated =
                factories.stream().filter(TablesCheck::createsTables).count() > 0;
        adapters.forEach(adapter -> check(adapter, isCreated));
    }

    /** Waits for a factory that is being started in the background. */
    private static boolean createsTables(EntityManagerFactory factory) {
        var properties = factory.getProperties();
        for (var name : CREATION) {
            if (String.valueOf(properties.get(name)).contains("create")) return true;
        }
        return false;
    }

    private static void check(JdbcAdapter adapter, boolean isCreated) {
        try {
            var status = adapter.schemaStatus();
            if (!isCreated || status.isEmpty()) return;
            var missing = adapter.missing();
            if (!missing.isEmpty()) throw InvalidSetupException.replacedTables(String.join(", ", missing));
        } catch (JdbcException e) {
            if (e.kind() == JdbcException.Kind.SCHEMA)
                throw InvalidSetupException.replacedTables(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            // A database that is down does not stop the start: it may respond later.
        }
    }
}
