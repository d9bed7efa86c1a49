package dev.cardea.host.spring;

import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Passes the session to handlers, and rejects visitors without access. */
final class SessionMvc implements WebMvcConfigurer, HandlerMethodArgumentResolver, HandlerInterceptor {
    /** A handler; its controller's class differs from that of the method if the method is inherited. */
    private record Handler(Class<?> controller, Method method) {}

    /**
     * The requirements of a handler, from its annotations and parameters.
     *
     * @param roles of each group the user must have one
     */
    private record Rule(boolean isForSignedIn, List<Set<String>> roles) {
        boolean covers(Collection<String> ofUser) {
            return roles.stream().allMatch(group -> group.stream().anyMatch(ofUser::contains));
        }
    }

    /** Read once for each handler. */
    private final Map<Handler, Rule> rules = new ConcurrentHashMap<>();

    private final SessionRoles roles;

    private volatile boolean isInUse;

    SessionMvc(SessionRoles roles) {
        this.roles = roles;
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
        isInUse = true;
    }

    /** Returns whether Spring MVC calls this before a handler. */
    boolean isInUse() {
        return isInUse;
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        var type = parameter.nestedIfOptional().getNestedParameterType();
        return type == Session.class || (type.isRecord() && type.isAnnotationPresent(SessionView.class));
    }

    @Override
    public @Nullable Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer model,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        var http = Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
        var type = parameter.nestedIfOptional().getNestedParameterType();
        Optional<Object> value =
                Cardea.session(http).map(session -> type == Session.class ? session : view(session, type));
        if (parameter.getParameterType() == Optional.class) return value;
        if (value.isEmpty() && !parameter.isOptional()) throw new ResponseStatusException(HttpStatus.UNAUTHORIZED);
        return value.orElse(null);
    }

    private static Object view(Session session, Class<?> type) {
        return session.as(type.asSubclass(Record.class));
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (!(handler instanceof HandlerMethod method)) return true;
        var rule = rule(method);
        if (!rule.isForSignedIn()) return true;
        if (Cardea.sendRefusal(request, response)) return false;
        // The callback may allow every visitor, but this handler needs a user.
        var session = Cardea.session(request);
        if (session.isEmpty()) response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
        else if (rule.roles().isEmpty() || rule.covers(roles.of(session.get()))) return true;
        else response.sendError(HttpServletResponse.SC_FORBIDDEN);
        return false;
    }

    private Rule rule(HandlerMethod method) {
        var key = new Handler(method.getBeanType(), method.getMethod());
        var known = rules.get(key);
        return known != null ? known : rules.computeIfAbsent(key, of -> read(method));
    }

    /** Reads the annotation of the handler or its controller, and whether a parameter needs a user. */
    private Rule read(HandlerMethod method) {
        var marks = Stream.of(
                        method.getMethodAnnotation(SignedIn.class),
                        AnnotatedElementUtils.findMergedAnnotation(method.getBeanType(), SignedIn.class))
                .filter(Objects::nonNull)
                .toList();
        boolean needsUser = Arrays.stream(method.getMethodParameters())
                .anyMatch(parameter -> supportsParameter(parameter) && !parameter.isOptional());
        var groups = marks.stream()
                .map(mark -> Set.of(mark.roles()))
                .filter(group -> !group.isEmpty())
                .toList();
        return new Rule(needsUser || !marks.isEmpty(), groups);
    }
}
