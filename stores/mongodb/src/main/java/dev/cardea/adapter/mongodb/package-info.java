/**
 * MongoDB as the store, with the collections of Auth.js.
 *
 * <p>{@link dev.cardea.adapter.mongodb.MongoAdapter} forwards each call to a class that knows one collection
 * ({@code Users}, {@code Accounts}, {@code Sessions}, {@code VerificationTokens},
 * {@code Authenticators}). {@code Rows} is a collection as
 * they see it, inside a transaction or outside of one; {@code Documents} translates. Every race is decided by one command
 * on one document or by an index of {@code MongoIndexes}.
 */
@NullMarked
package dev.cardea.adapter.mongodb;

import org.jspecify.annotations.NullMarked;
