package dev.cardea.accounts;

import org.jspecify.annotations.Nullable;

/** An error of the form, and the field that it is about. */
record FormFault(String error, String text, @Nullable String field) {}
