package dev.cardea.adapter.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * What a row is looked for by.
 *
 * @param value {@code null} where no row could have it; to SQL that equals nothing
 * @param times how often the condition asks for it
 */
record Key(@Nullable Object value, int times) {}
