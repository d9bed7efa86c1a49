package dev.cardea.host.micronaut;

import io.micronaut.context.annotation.Executable;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A handler, or every handler of a controller, for those who are signed in and whom the {@code authorized} callback lets
 * through. A page sends others to sign in and back; an API request gets 401. Nothing but the route of the handler itself
 * decides what is protected. On a bean that is neither a controller nor a WebSocket it would protect nothing: the
 * application does not start then.
 */
@Documented
@Executable(processOnStartup = true)
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SignedIn {
    /**
     * Roles of which the user must have one: the text {@code role} or the list {@code roles} of the session or its user.
     * Other users get 403. Unless set, every signed-in user passes. The roles of a handler replace those of its controller.
     */
    String[] roles() default {};
}
