/** The corridor behind every door: ask, register, issue, tell, redirect. Internal. */
@NullMarked
package dev.cardea.flow;

import org.jspecify.annotations.NullMarked;
