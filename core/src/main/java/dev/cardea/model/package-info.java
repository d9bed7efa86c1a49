/** Who people are and how they came in: users, accounts, profiles, sessions. Immutable JSON objects with typed access, so that unknown fields travel along and {@code null} differs from absent. */
@NullMarked
package dev.cardea.model;

import org.jspecify.annotations.NullMarked;
