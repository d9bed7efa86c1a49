package dev.cardea.adapter.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * What a table is called.
 *
 * @param schema {@code null}: where the connection looks first
 */
record TableName(@Nullable String schema, String name) {
    @Override
    public String toString() {
        return schema == null ? name : schema + "." + name;
    }
}
