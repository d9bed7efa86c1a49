package dev.cardea.host.micronaut;

import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.websocket.annotation.ServerWebSocket;

/**
 * Provides the same arguments for WebSockets: one that needs a user opens for no other visitor. Created by Micronaut
 * only.
 */
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
