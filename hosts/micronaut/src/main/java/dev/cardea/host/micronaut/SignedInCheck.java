package dev.cardea.host.micronaut;

import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.http.annotation.Controller;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import jakarta.inject.Singleton;

/** Stops the start of an application in which {@link SignedIn} is where no request is checked for it. */
@Singleton
final class SignedInCheck implements ExecutableMethodProcessor<SignedIn> {
    /** By its name: WebSockets are a module of their own. */
    private static final String WEB_SOCKET = "io.micronaut.websocket.annotation.ServerWebSocket";

    @Override
    public void process(BeanDefinition<?> bean, ExecutableMethod<?, ?> method) {
        if (bean.hasStereotype(Controller.class) || bean.hasStereotype(WEB_SOCKET)) return;
        throw new ConfigurationException(
                "@SignedIn at " + bean.getBeanType().getSimpleName() + "." + method.getMethodName()
                        + " has no effect, because the bean is neither a @Controller nor a @ServerWebSocket: everyone may call it."
                        + " Protect its path with cardea.protect instead; that is the way for routes of a RouteBuilder and for"
                        + " endpoints of Micronaut Management.");
    }
}
