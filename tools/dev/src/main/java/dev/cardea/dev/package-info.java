/**
 * Development mode: local identity providers, people to click and an inbox, for a machine without credentials and without
 * a mail server. Start with {@link dev.cardea.dev.CardeaDev}. Never add this module to an application in production.
 */
@NullMarked
package dev.cardea.dev;

import org.jspecify.annotations.NullMarked;
