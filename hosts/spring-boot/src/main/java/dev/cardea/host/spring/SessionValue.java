package dev.cardea.host.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a bean that says something about a user which their session is to hold: text, a number, a list, a constant.
 * It is asked whenever a session is read, and browsers see its answer; nothing where that is {@code null} or an empty
 * {@code Optional}. See {@link dev.cardea.hook.Callbacks#show}.
 *
 * <pre>{@code
 * @SessionValue("role")
 * Role of(User user) {
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SessionValue {
    /** The name in the session. */
    String value();
}
