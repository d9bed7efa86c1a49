/** The corridor behind every door: ask, register, issue, tell, redirect. Internal. */
@NullMarked
package dev.cardea.internal.flow;

import org.jspecify.annotations.NullMarked;
