package dev.cardea.host.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Restricts a handler, or every handler of a controller, to users whom the {@code authorized} callback allows. A page
 * redirects other visitors to sign in and back; an API request gets 401. Only the mapping of the handler itself decides
 * what is protected.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SignedIn {
    /**
     * Roles of which the user must have one, as {@link SessionRoles} returns them, without {@code ROLE_}; other users
     * get 403. By default, every signed-in user has access. With roles on the controller and on the handler, both must
     * match.
     */
    String[] roles() default {};
}
