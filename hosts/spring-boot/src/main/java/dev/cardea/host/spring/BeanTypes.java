package dev.cardea.host.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the classes of an application's beans by name, without creating beans. */
final class BeanTypes {
    private BeanTypes() {}

    static Map<String, Class<?>> types(ConfigurableListableBeanFactory beans) {
        var types = new LinkedHashMap<String, Class<?>>();
        for (var bean : beans.getBeanNamesForType(Object.class, true, false)) {
            var type = ScopedProxyUtils.isScopedTarget(bean) ? null : AutoProxyUtils.determineTargetClass(beans, bean);
            if (type != null) types.put(bean, type);
        }
        return types;
    }
}
