package dev.cardea.server.store;

import com.mongodb.MongoException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import dev.cardea.adapter.mongodb.MongoIndexes;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Those of a MongoDB. */
record IndexMigrations(MongoIndexes indexes) implements Migrations {
    @Override
    public String what() {
        return "indexes";
    }

    @Override
    public Status status() {
        int latest = indexes.names().size();
        int version = latest - absent().size();
        return new Status(version, latest, version == 0);
    }

    @Override
    public List<String> dryRun() {
        return absent().stream().map(name -> "create the index " + name).toList();
    }

    @Override
    public void run(Consumer<String> log) {
        told(() -> {
            indexes.create(log);
            return true;
        });
    }

    @Override
    public List<String> missing() {
        return List.of();
    }

    private List<String> absent() {
        return told(indexes::missing);
    }

    private static <T> T told(Supplier<T> step) {
        try {
            return step.get();
        } catch (MongoException e) {
            throw new StoreFailure(e, e instanceof MongoTimeoutException || e instanceof MongoSocketException);
        }
    }
}
