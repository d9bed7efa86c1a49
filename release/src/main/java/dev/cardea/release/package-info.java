/**
 * Checks of what a release publishes. {@link dev.cardea.release.RepositoryCheck} holds the rules for a Maven
 * repository, {@link dev.cardea.release.BuildComparison} compares two builds of one commit.
 */
@NullMarked
package dev.cardea.release;

import org.jspecify.annotations.NullMarked;
