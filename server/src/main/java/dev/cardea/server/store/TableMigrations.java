package dev.cardea.server.store;

import dev.cardea.adapter.jdbc.JdbcAdapter;
import dev.cardea.adapter.jdbc.JdbcException;
import dev.cardea.adapter.jdbc.JdbcMigrations;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Those of a relational database. */
record TableMigrations(JdbcMigrations tables, JdbcAdapter adapter) implements Migrations {
    @Override
    public String what() {
        return "tables";
    }

    @Override
    public Status status() {
        var status = told(tables::status);
        return new Status(status.latest() - status.pending().size(), status.latest(), status.isEmpty());
    }

    @Override
    public List<String> dryRun() {
        return told(tables::dryRun).stream().map(sql -> sql + ";").toList();
    }

    @Override
    public List<String> missing() {
        return told(adapter::missing);
    }

    @Override
    public void run(Consumer<String> log) {
        told(() -> {
            tables.run(log);
            return true;
        });
    }

    private static <T> T told(Supplier<T> step) {
        try {
            return step.get();
        } catch (JdbcException e) {
            throw new StoreFailure(e, e.kind() == JdbcException.Kind.UNAVAILABLE);
        }
    }
}
