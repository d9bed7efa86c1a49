/** Development mode of a Spring Boot application, for its test sources. */
@NullMarked
package dev.cardea.dev.spring;

import org.jspecify.annotations.NullMarked;
