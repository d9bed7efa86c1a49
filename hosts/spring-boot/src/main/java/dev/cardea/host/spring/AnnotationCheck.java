package dev.cardea.host.spring;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

/**
 * Fails the start of an application with an access annotation that has no effect, because the page would be open. There
 * are two kinds: annotations of method security while method security is off, and {@link SignedIn} on a method that
 * Spring MVC does not map.
 */
final class AnnotationCheck implements SmartInitializingSingleton {
    private static final List<String> OF_METHOD_SECURITY = List.of(
            "org.springframework.security.access.prepost.PreAuthorize",
            "org.springframework.security.access.prepost.PostAuthorize",
            "org.springframework.security.access.prepost.PreFilter",
            "org.springframework.security.access.prepost.PostFilter",
            "org.springframework.security.access.annotation.Secured",
            "jakarta.annotation.security.RolesAllowed",
            "jakarta.annotation.security.DenyAll");

    /** Frameworks that read the annotations of their own classes. */
    private static final List<String> OF_OTHERS = List.of("jakarta.ws.rs.Path", "com.vaadin.flow.router.Route");

    private static final String ASPECTS =
            "org.springframework.security.authorization.method.aspectj.PreAuthorizeAspect";
    private static final String MAPPING = "requestMappingHandlerMapping";
    private static final String SPRING_SECURITY = "org.springframework.security.";

    private final ConfigurableListableBeanFactory beans;
    private final SessionMvc mvc;
    private final boolean isMethodSecurityRequired;

    AnnotationCheck(ConfigurableListableBeanFactory beans, SessionMvc mvc, boolean isMethodSecurityRequired) {
        this.beans = beans;
        this.mvc = mvc;
        this.isMethodSecurityRequired = isMethodSecurityRequired;
    }

    @Override
    public void afterSingletonsInstantiated() {
        var types = BeanTypes.types(beans).values().stream()
                .map(ClassUtils::getUserClass)
                .filter(type -> !type.isInterface() && !Proxy.isProxyClass(type))
                .collect(Collectors.toSet());
        requireMethodSecurity(types);
        requireMappings(types);
    }

    private void requireMethodSecurity(Set<Class<?>> types) {
        if (!isMethodSecurityRequired || ClassUtils.isPresent(ASPECTS, null)) return;
        var advisors = beans.getBeansOfType(Advisor.class, false, false).values().stream()
                .filter(PointcutAdvisor.class::isInstance)
                .map(PointcutAdvisor.class::cast)
                .filter(AnnotationCheck::isOfSpringSecurity)
                .toList();
        for (var type : types) {
            if (OF_OTHERS.stream().anyMatch(name -> isPresent(type, name))) continue;
            restricted(type).forEach((method, annotation) -> {
                if (advisors.stream().noneMatch(advisor -> reads(advisor, method, type))) {
                    throw unread(type, method, annotation);
                }
            });
        }
    }

    /** Returns the methods that a proxy could guard, with the annotation of the method or of its class. */
    private static Map<Method, String> restricted(Class<?> type) {
        var onType = annotation(type);
        var methods = MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<String>) method -> {
            if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) return null;
            var own = annotation(method);
            return own == null && method.getDeclaringClass() == type && !method.isSynthetic() ? onType : own;
        });
        return methods;
    }

    private static @Nullable String annotation(AnnotatedElement element) {
        return OF_METHOD_SECURITY.stream()
                .filter(name -> isPresent(element, name))
                .findFirst()
                .orElse(null);
    }

    private static boolean isPresent(AnnotatedElement element, String annotation) {
        return MergedAnnotations.from(element, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY)
                .isPresent(annotation);
    }

    private static boolean isOfSpringSecurity(PointcutAdvisor advisor) {
        return advisor.getClass().getName().startsWith(SPRING_SECURITY)
                || advisor.getAdvice().getClass().getName().startsWith(SPRING_SECURITY);
    }

    private static boolean reads(PointcutAdvisor advisor, Method method, Class<?> type) {
        var pointcut = advisor.getPointcut();
        return pointcut.getClassFilter().matches(type)
                && pointcut.getMethodMatcher().matches(method, type);
    }

    private static InvalidSetupException unread(Class<?> type, Method method, String annotation) {
        var simple = ClassUtils.getShortName(annotation);
        return new InvalidSetupException(
                "@" + simple + " at " + ClassUtils.getShortName(type) + "." + method.getName()
                        + " has no effect, because method security is off: every visitor may call it.",
                "Put " + remedy(simple)
                        + " on a configuration class. spring-boot-starter-security must be on the class path."
                        + " If another framework reads this annotation, set cardea.require-method-security=false.");
    }

    private static String remedy(String annotation) {
        return switch (annotation) {
            case "Secured" -> "@EnableMethodSecurity(securedEnabled = true)";
            case "RolesAllowed", "DenyAll" -> "@EnableMethodSecurity(jsr250Enabled = true)";
            default -> "@EnableMethodSecurity";
        };
    }

    /** A handler of a controller, identified by what its proxy has too. */
    private record Handler(Class<?> type, String signature) {
        static Handler of(Class<?> type, Method method) {
            return new Handler(type, method.getName() + Arrays.toString(method.getParameterTypes()));
        }
    }

    private void requireMappings(Set<Class<?>> types) {
        var guarded = handlers();
        for (var type : types) {
            var marked = MethodIntrospector.selectMethods(type, (ReflectionUtils.MethodFilter)
                    method -> AnnotatedElementUtils.hasAnnotation(method, SignedIn.class));
            for (var method : marked) {
                if (!guarded.contains(Handler.of(type, method))) throw unmapped(type, "." + method.getName());
            }
            if (AnnotatedElementUtils.hasAnnotation(type, SignedIn.class)
                    && guarded.stream().noneMatch(handler -> handler.type().equals(type))) {
                throw unmapped(type, "");
            }
        }
    }

    /** Returns the handlers that {@link SessionMvc} guards; none if Spring MVC does not use it. */
    private Set<Handler> handlers() {
        if (!beans.containsBean(MAPPING)) return Set.of();
        var mapping = beans.getBean(MAPPING);
        if (!(mapping instanceof RequestMappingInfoHandlerMapping handlers) || !mvc.isInUse()) return Set.of();
        return handlers.getHandlerMethods().values().stream()
                .map(handler -> Handler.of(handler.getBeanType(), handler.getMethod()))
                .collect(Collectors.toSet());
    }

    private static InvalidSetupException unmapped(Class<?> type, String method) {
        return new InvalidSetupException(
                "@SignedIn at " + ClassUtils.getShortName(type) + method
                        + " has no effect: it is not a handler of a controller that Spring MVC calls with Cardea's"
                        + " interceptor, so every visitor may call it.",
                "Protect the path with cardea.protect instead. The same applies to functional routes, repositories as"
                        + " resources and endpoints of Actuator. If the application extends WebMvcConfigurationSupport"
                        + " or has @EnableWebMvc with its own support class, implement WebMvcConfigurer instead.");
    }
}
