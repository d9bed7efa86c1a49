package dev.cardea.model;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record that hosts pass to a page instead of the {@link Session}, read as by {@link Session#as}. A page with
 * such an argument requires sign-in; a page with an {@code Optional} of it is open to all visitors.
 *
 * <pre>{@code
 * @SessionView
 * record Me(String id, String name, Role role) {}
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SessionView {}
