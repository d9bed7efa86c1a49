package dev.cardea.attacks;

/** A header line of a request or an answer, as it is on the wire. */
record Header(String name, String value) {}
