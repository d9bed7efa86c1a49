/**
 * DynamoDB as the store, with the one table of Auth.js.
 *
 * <p>{@link dev.cardea.adapter.dynamodb.DynamoAdapter} forwards each call to a class that knows one kind of row
 * ({@code Users}, {@code Accounts}, {@code Sessions}, {@code VerificationTokens},
 * {@code Authenticators}). They see the table as
 * {@code Items}: reads that are never old, and changes that all happen, or none where one of them finds something else
 * than was read. {@code Unit} collects the changes of a unit of work and makes them in the end. Beside the rows of Auth.js
 * there are {@code Pointers}, which make an address, an account and a token unique, and are found without the index, which
 * is always a moment late.
 */
@NullMarked
package dev.cardea.adapter.dynamodb;

import org.jspecify.annotations.NullMarked;
