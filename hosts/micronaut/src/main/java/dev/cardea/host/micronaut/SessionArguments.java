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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Passes the session to handlers, and knows which of them need a user. Arguments are examined at startup: one with the
 * type of the session is never read from a query or a body.
 */
@Singleton
final class SessionArguments implements ExecutableMethodProcessor<Controller> {
    private final List<RequestBinderRegistry> registries;
    /** The handlers that need a user, with sets of roles: of each set that is not empty the user must have one role. */
    private final Map<ExecutableMethod<?, ?>, Set<Set<String>>> forUsers = new HashMap<>();

    SessionArguments(List<RequestBinderRegistry> registries) {
        this.registries = registries;
        bind(Argument.of(Session.class));
        bind(Argument.of(Optional.class, Session.class));
    }

    @Override
    public void process(BeanDefinition<?> controller, ExecutableMethod<?, ?> handler) {
        if (bindAll(handler)) forUsers.put(handler, Set.of(roles(handler)));
    }

    /**
     * Micronaut chooses which handler of a WebSocket becomes its route, so a requirement of one handler applies to all.
     */
    void processSocket(BeanDefinition<?> socket, ExecutableMethod<?, ?> handler) {
        if (!bindAll(handler)) return;
        for (var each : socket.getExecutableMethods()) {
            forUsers.merge(each, Set.of(roles(handler)), SessionArguments::union);
        }
    }

    /** @return whether the handler needs a user */
    private boolean bindAll(ExecutableMethod<?, ?> handler) {
        boolean needs = handler.hasStereotype(SignedIn.class);
        for (var argument : handler.getArguments()) {
            if (!isSession(type(argument))) continue;
            bind(argument);
            needs |= !argument.isOptional() && !argument.isNullable();
        }
        return needs;
    }

    private static Set<String> roles(ExecutableMethod<?, ?> handler) {
        return Set.of(handler.stringValues(SignedIn.class, "roles"));
    }

    private static Set<Set<String>> union(Set<Set<String>> some, Set<Set<String>> more) {
        var all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    /** Returns sets of roles, of each of which the user must have one; empty if the handler is open to every visitor. */
    Optional<Set<Set<String>>> needed(HttpRequest<?> http) {
        return RouteAttributes.getRouteMatch(http).orElse(null) instanceof MethodBasedRouteMatch<?, ?> match
                ? Optional.ofNullable(forUsers.get(match.getExecutableMethod()))
                : Optional.empty();
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
