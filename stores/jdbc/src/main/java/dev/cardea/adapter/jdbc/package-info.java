/**
 * Users, accounts, sessions, sign-in links and passkeys in a relational database, with the tables that Auth.js has: an
 * existing database is read and written as it is.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(JdbcAdapter.of(dataSource))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.jdbc.JdbcAdapter} is the store, and creates and upgrades its tables on request. {@link dev.cardea.adapter.jdbc.Dialect} holds what differs between databases.
 * Connections come from the application's {@code DataSource}. The package has no connection pool and no object mapper,
 * and builds no SQL during a request.
 */
@NullMarked
package dev.cardea.adapter.jdbc;

import org.jspecify.annotations.NullMarked;
