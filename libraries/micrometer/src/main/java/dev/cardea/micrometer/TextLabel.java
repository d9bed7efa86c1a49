package dev.cardea.micrometer;

import dev.cardea.observe.Label;

/** A text of a closed list that core has in another form, or of this module. */
record TextLabel(String label) implements Label {}
