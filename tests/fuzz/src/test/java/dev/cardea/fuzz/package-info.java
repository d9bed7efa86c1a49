/**
 * Targets for a fuzzer: each takes any bytes and throws if something does not hold that must hold for all of them. {@link
 * dev.cardea.fuzz.CorpusTest} runs them over the corpus in every build. {@link dev.cardea.fuzz.FuzzingTest} starts Jazzer.
 */
@NullMarked
package dev.cardea.fuzz;

import org.jspecify.annotations.NullMarked;
