/** The contract of a store: capabilities with the method names of the interface, and the records they exchange. What an adapter can do is in its {@code implements} clause. */
@NullMarked
package dev.cardea.adapter;

import org.jspecify.annotations.NullMarked;
