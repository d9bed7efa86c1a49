package dev.cardea.model;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record that hosts hand to a page in place of the {@link Session}, read as {@link Session#as} reads it. A page with
 * one in its arguments is for those who are signed in; one with an {@code Optional} of it for everybody.
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
