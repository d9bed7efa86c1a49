/**
 * Users, accounts, sessions, sign-in links and passkeys in Apache Cassandra, or in what speaks its protocol.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(CassandraAdapter.of(CqlSession.builder().withKeyspace("app").build()))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.cassandra.CassandraAdapter} is the store, {@link
 * dev.cardea.adapter.cassandra.CassandraTables} makes its tables; they are in {@code tables.cql}. Each operation goes in
 * steps, each a statement about one partition, and what must be decided is decided by a light-weight transaction: the
 * steps are in an order that leaves nobody locked out when the last of them never comes. {@code Commands} says what a step
 * can be.
 */
@NullMarked
package dev.cardea.adapter.cassandra;

import org.jspecify.annotations.NullMarked;
