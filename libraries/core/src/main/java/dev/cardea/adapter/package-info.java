/**
 * The contract of a store: capabilities with the method names of Auth.js, and the records that they exchange. The
 * {@code implements} clause of an adapter lists its capabilities.
 */
@NullMarked
package dev.cardea.adapter;

import org.jspecify.annotations.NullMarked;
