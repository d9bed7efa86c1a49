package dev.cardea.host.micronaut;

import io.micronaut.context.annotation.Executable;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Restricts a handler, or every handler of a controller, to users whom the {@code authorized} callback allows. A page
 * redirects other visitors to sign in and back; an API request gets 401. Only the route of the handler itself decides
 * what is protected. If the annotation is on a bean that is neither a controller nor a WebSocket, it would protect
 * nothing, so the application fails to start.
 */
@Documented
@Executable(processOnStartup = true)
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SignedIn {
    /**
     * Roles of which the user must have one: the text {@code role} or the list {@code roles} of the session or its
     * user. Other users get 403. By default, every signed-in user has access. The roles of a handler replace those of
     * its controller.
     */
    String[] roles() default {};
}
