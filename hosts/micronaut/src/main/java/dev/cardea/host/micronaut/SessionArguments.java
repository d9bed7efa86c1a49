package dev.cardea.host.micronaut;

import dev.cardea.model.Session;
import dev.cardea.model.SessionView;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.core.convert.ArgumentConversionContext;
import io.micronaut.core.type.Argument;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.bind.RequestBinderRegistry;
import io.micronaut.http.bind.binders.TypedRequestArgumentBinder;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.web.router.MethodBasedRouteMatch;
import io.micronaut.web.router.RouteAttributes;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Hands the session to handlers, and knows which of them need somebody. All arguments are looked at when the application
 * starts: one that is the session by its type is never read from a query or a body.
 */
@Singleton
final class SessionArguments implements ExecutableMethodProcessor<Controller> {
    private final List<RequestBinderRegistry> registries;
    private final Set<ExecutableMethod<?, ?>> forSomebody = new HashSet<>();

    SessionArguments(List<RequestBinderRegistry> registries) {
        this.registries = registries;
        bind(Argument.of(Session.class));
        bind(Argument.of(Optional.class, Session.class));
    }

    @Override
    public void process(BeanDefinition<?> controller, ExecutableMethod<?, ?> handler) {
        if (bindAll(handler)) forSomebody.add(handler);
    }

    /** Which handler of a WebSocket its route is, is Micronaut's to choose: what one of them needs, all need. */
    void processSocket(BeanDefinition<?> socket, ExecutableMethod<?, ?> handler) {
        if (bindAll(handler)) forSomebody.addAll(socket.getExecutableMethods());
    }

    /** @return whether the handler needs somebody */
    private boolean bindAll(ExecutableMethod<?, ?> handler) {
        boolean needs = handler.hasStereotype(SignedIn.class);
        for (var argument : handler.getArguments()) {
            if (!isSession(type(argument))) continue;
            bind(argument);
            needs |= !argument.isOptional() && !argument.isNullable();
        }
        return needs;
    }

    boolean needSomebody(HttpRequest<?> http) {
        return RouteAttributes.getRouteMatch(http).orElse(null) instanceof MethodBasedRouteMatch<?, ?> match
                && forSomebody.contains(match.getExecutableMethod());
    }

    private void bind(Argument<?> argument) {
        for (var registry : registries) registry.addArgumentBinder(new Binder<>(argument, type(argument)));
    }

    private static Class<?> type(Argument<?> argument) {
        return argument.isOptional() ? argument.getWrappedType().getType() : argument.getType();
    }

    private static boolean isSession(Class<?> type) {
        return type == Session.class || (type.isRecord() && type.isAnnotationPresent(SessionView.class));
    }

    /** @param type the session, or a record that it is read as */
    private record Binder<T>(Argument<T> argumentType, Class<?> type) implements TypedRequestArgumentBinder<T> {
        @Override
        @SuppressWarnings("unchecked")
        public BindingResult<T> bind(ArgumentConversionContext<T> context, HttpRequest<?> http) {
            var value = Cardea.session(http).map(this::view);
            return () -> (Optional<T>) value;
        }

        private Object view(Session session) {
            return type == Session.class ? session : session.as(type.asSubclass(Record.class));
        }
    }
}
