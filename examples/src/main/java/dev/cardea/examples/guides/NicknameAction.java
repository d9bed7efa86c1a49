package dev.cardea.examples.guides;

import dev.cardea.observe.Choice;

// sample
/** The names of the module's routes in meters and traces. */
enum NicknameAction implements Choice {
    NICKNAME
}
// end
