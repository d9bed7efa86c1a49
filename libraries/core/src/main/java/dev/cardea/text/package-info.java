/** The texts of built-in pages and mails, by language. */
@NullMarked
package dev.cardea.text;

import org.jspecify.annotations.NullMarked;
