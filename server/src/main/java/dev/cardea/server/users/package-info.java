/** Users of the store, as the commands for operators read and change them. */
@NullMarked
package dev.cardea.server.users;

import org.jspecify.annotations.NullMarked;
