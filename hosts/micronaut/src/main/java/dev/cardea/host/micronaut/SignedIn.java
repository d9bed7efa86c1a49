package dev.cardea.host.micronaut;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A handler, or every handler of a controller, for those who are signed in and whom the {@code authorized} callback lets
 * through. A page sends others to sign in and back; what is no page answers 401. Nothing but the route of the handler
 * itself decides what is protected.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SignedIn {}
