/** The words of built-in pages and mails, by language, and the sign-in mail made of them. */
@NullMarked
package dev.cardea.text;

import org.jspecify.annotations.NullMarked;
