/** Keeps users, accounts and sessions in a relational database, with plain JDBC. */
@NullMarked
package dev.cardea.adapter.jdbc;

import org.jspecify.annotations.NullMarked;
