/** The samples of the guides to hosts: the configuration, which is the same for each, and the JDK's server. */
@NullMarked
package dev.cardea.examples.hosts;

import org.jspecify.annotations.NullMarked;
