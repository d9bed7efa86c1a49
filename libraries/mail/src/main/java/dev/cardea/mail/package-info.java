/** Sends sign-in links by SMTP. */
@NullMarked
package dev.cardea.mail;

import org.jspecify.annotations.NullMarked;
