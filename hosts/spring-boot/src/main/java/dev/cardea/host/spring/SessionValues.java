package dev.cardea.host.spring;

import dev.cardea.hook.Callbacks;
import dev.cardea.model.User;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/** Finds the methods marked {@link SessionValue}. Their beans are made when somebody asks, not before. */
final class SessionValues {
    private final ConfigurableListableBeanFactory beans;

    SessionValues(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** @throws IllegalStateException where a marked method takes anything but a user */
    Callbacks addTo(Callbacks callbacks) {
        var all = callbacks;
        for (var bean : beans.getBeanNamesForType(Object.class, true, false)) {
            var type = ScopedProxyUtils.isScopedTarget(bean) ? null : AutoProxyUtils.determineTargetClass(beans, bean);
            if (type == null) continue;
            for (var found :
                    MethodIntrospector.selectMethods(type, SessionValues::mark).entrySet()) {
                var method = checked(found.getKey());
                all = all.show(found.getValue().value(), user -> answer(bean, method, user));
            }
        }
        return all;
    }

    private static @Nullable SessionValue mark(Method method) {
        return AnnotatedElementUtils.findMergedAnnotation(method, SessionValue.class);
    }

    private static Method checked(Method method) {
        if (Arrays.equals(method.getParameterTypes(), new Class<?>[] {User.class})) return method;
        throw new IllegalStateException(method + " is marked @SessionValue; it has to take a User and nothing else");
    }

    private @Nullable Object answer(String name, Method method, User user) {
        var bean = beans.getBean(name);
        var own = AopUtils.selectInvocableMethod(method, bean.getClass());
        ReflectionUtils.makeAccessible(own);
        var value = ReflectionUtils.invokeMethod(own, bean, user);
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }
}
