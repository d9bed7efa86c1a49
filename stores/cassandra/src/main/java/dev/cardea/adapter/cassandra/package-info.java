/**
 * Users, accounts, sessions, sign-in links and passkeys in Apache Cassandra, or in what speaks its protocol.
 *
 * <pre>{@code
 * AuthConfig.builder().adapter(CassandraAdapter.of(CqlSession.builder().withKeyspace("app").build()))
 * }</pre>
 *
 * <p>{@link dev.cardea.adapter.cassandra.CassandraAdapter} is the store. It creates its tables
 * on request; they are in {@code tables.cql}. Each operation goes in
 * steps, each a statement about one partition; light-weight transactions decide between concurrent callers. The steps
 * are in an order that locks no user out if a crash prevents the last of them. {@code Commands} lists the kinds of
 * steps.
 */
@NullMarked
package dev.cardea.adapter.cassandra;

import org.jspecify.annotations.NullMarked;
