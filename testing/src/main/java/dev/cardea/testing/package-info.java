/** Parts for tests of applications that use Cardea, and of Cardea itself. */
@NullMarked
package dev.cardea.testing;

import org.jspecify.annotations.NullMarked;
