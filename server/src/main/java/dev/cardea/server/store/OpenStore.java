package dev.cardea.server.store;

import dev.cardea.adapter.Adapter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that is ready to be asked; whether it answers is seen when it is. */
public final class OpenStore implements AutoCloseable {
    private final Adapter adapter;
    private final @Nullable Migrations migrations;
    private final boolean embedded;
    private final Runnable closing;

    OpenStore(Adapter adapter, @Nullable Migrations migrations, boolean embedded, Runnable closing) {
        this.adapter = adapter;
        this.migrations = migrations;
        this.embedded = embedded;
        this.closing = closing;
    }

    public Adapter adapter() {
        return adapter;
    }

    /** What makes and upgrades its tables or indexes, if it needs any. */
    public Optional<Migrations> migrations() {
        return Optional.ofNullable(migrations);
    }

    /** Whether it is a file of this machine. */
    public boolean isEmbedded() {
        return embedded;
    }

    @Override
    public void close() {
        closing.run();
    }
}
