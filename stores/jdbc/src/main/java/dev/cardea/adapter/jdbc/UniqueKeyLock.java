package dev.cardea.adapter.jdbc;

import dev.cardea.jose.Hashes;
import dev.cardea.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the keys of a table without a unique index unique. Each writer of a key waits for other writers of the same
 * key, and then checks whether the key is taken. The lock lasts for a transaction and only excludes writers that take
 * it.
 */
final class UniqueKeyLock {
    private final String lock;
    private final String name;
    private final String taken;

    /** One for a table that takes two rows with the same key; {@code null} where none is needed, or none can be. */
    static @Nullable UniqueKeyLock where(SqlDialect dialect, Layout layout, Table table, Column... keys) {
        return dialect.hasLocks() && table.lacksKey(layout, List.of(keys))
                ? new UniqueKeyLock(dialect, table, keys)
                : null;
    }

    private UniqueKeyLock(SqlDialect dialect, Table table, Column... keys) {
        lock = dialect.lock();
        name = table.sql();
        taken = table.select(List.of(keys), Table.are(keys));
    }

    void claim(Sql sql, Key... keys) throws SQLException {
        sql.first(lock, row -> true, number(keys));
        if (sql.first(taken, row -> true, (Object[]) keys).isEmpty()) return;
        throw new SQLException("a row of " + name + " has this key", "23505");
    }

    /** The same for the same keys; two that share one by chance wait for each other, and no more. */
    private long number(Key... keys) {
        var text = new StringBuilder(name);
        for (var key : keys) text.append(Json.print(String.valueOf(key.value())));
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(Hashes.sha256(bytes)).getLong();
    }
}
