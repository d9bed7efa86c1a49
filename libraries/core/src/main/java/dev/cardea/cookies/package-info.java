/** The cookies that an application may rename or change. */
@NullMarked
package dev.cardea.cookies;

import org.jspecify.annotations.NullMarked;
