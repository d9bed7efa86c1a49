package dev.cardea.host.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A handler, or every handler of a controller, for those who are signed in and whom the {@code authorized} callback lets
 * through. A page sends others to sign in and back; what is no page answers 401. Nothing but the mapping of the handler
 * itself decides what is protected.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface SignedIn {
    /**
     * Roles of which the user must have one, as {@link SessionRoles} reports them and without {@code ROLE_}; other users get
     * 403. Unless set, every signed-in user passes. With roles on the controller and on the handler, both have to match.
     */
    String[] roles() default {};
}
