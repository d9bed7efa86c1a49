/** Options of {@link dev.cardea.AuthConfig}: sessions, tokens, own pages, the environment. */
@NullMarked
package dev.cardea.config;

import org.jspecify.annotations.NullMarked;
