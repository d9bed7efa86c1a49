/**
 * Users, accounts, profiles and sessions: immutable JSON objects with typed access. Unknown fields are kept, and
 * {@code null} differs from absent.
 */
@NullMarked
package dev.cardea.model;

import org.jspecify.annotations.NullMarked;
