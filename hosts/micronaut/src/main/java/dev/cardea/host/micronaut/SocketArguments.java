package dev.cardea.host.micronaut;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.websocket.annotation.ServerWebSocket;

/** The same arguments for WebSockets: one that needs somebody opens for nobody else. Nobody asks for this bean. */
@Context
@Requires(classes = ServerWebSocket.class)
final class SocketArguments implements ExecutableMethodProcessor<ServerWebSocket> {
    private final SessionArguments arguments;

    SocketArguments(SessionArguments arguments) {
        this.arguments = arguments;
    }

    @Override
    public void process(BeanDefinition<?> socket, ExecutableMethod<?, ?> handler) {
        arguments.processSocket(socket, handler);
    }
}
