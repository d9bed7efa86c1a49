package dev.cardea.host.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a bean whose result is shown in the session of a user: text, a number, a list, or an enum constant.
 * It is called whenever a session is read, and browsers see the result. A {@code null} or an empty {@code Optional} is
 * not shown. See {@link dev.cardea.hook.Callbacks#show}.
 *
 * <pre>
 * &#64;SessionValue("role")
 * Role of(User user) { … }
 * </pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SessionValue {
    /** The name in the session. */
    String value();
}
