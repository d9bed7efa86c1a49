package dev.cardea.host.micronaut;

import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.http.annotation.Controller;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import jakarta.inject.Singleton;

/** Fails the start of an application with a {@link SignedIn} that no request is checked for. */
@Singleton
final class SignedInCheck implements ExecutableMethodProcessor<SignedIn> {
    /** By name, because WebSockets are a separate module. */
    private static final String WEB_SOCKET = "io.micronaut.websocket.annotation.ServerWebSocket";

    @Override
    public void process(BeanDefinition<?> bean, ExecutableMethod<?, ?> method) {
        if (bean.hasStereotype(Controller.class) || bean.hasStereotype(WEB_SOCKET)) return;
        throw new ConfigurationException(
                "@SignedIn at " + bean.getBeanType().getSimpleName() + "." + method.getMethodName()
                        + " has no effect, because the bean is neither a @Controller nor a @ServerWebSocket: every"
                        + " visitor may call it. Protect its path with cardea.protect instead; the same applies to"
                        + " routes of a RouteBuilder and to endpoints of Micronaut Management.");
    }
}
