package dev.cardea.host.spring;

import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

/** Hands the session to handlers, and turns away who may not see them. */
final class SessionMvc implements WebMvcConfigurer, HandlerMethodArgumentResolver, HandlerInterceptor {
    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
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
        var value =
                Cardea.session(http).map(session -> (Object) (type == Session.class ? session : view(session, type)));
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
        if (!(handler instanceof HandlerMethod method) || !isProtected(method)) return true;
        if (Cardea.refused(request, response)) return false;
        // The callback may let everybody through; here is somebody needed.
        if (Cardea.session(request).isPresent()) return true;
        response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
        return false;
    }

    /** By its annotation, its controller's, or because it asks for somebody. */
    private boolean isProtected(HandlerMethod method) {
        return method.hasMethodAnnotation(SignedIn.class)
                || AnnotatedElementUtils.hasAnnotation(method.getBeanType(), SignedIn.class)
                || Arrays.stream(method.getMethodParameters())
                        .anyMatch(parameter -> supportsParameter(parameter) && !parameter.isOptional());
    }
}
