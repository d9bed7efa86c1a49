/**
 * Users, accounts, sessions, sign-in links and passkeys in a relational database, with the tables that Auth.js has: an
 * existing database is read and written as it is.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(JdbcAdapter.of(dataSource))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.jdbc.JdbcAdapter} is the store, {@link dev.cardea.adapter.jdbc.JdbcMigrations} makes and
 * upgrades its tables when it is asked to, {@link dev.cardea.adapter.jdbc.Dialect} holds what differs between
 * databases. Connections come from the application's {@code DataSource}; there is no pool in here, no object mapper,
 * and no SQL that is put together while somebody waits.
 */
@NullMarked
package dev.cardea.adapter.jdbc;

import org.jspecify.annotations.NullMarked;
