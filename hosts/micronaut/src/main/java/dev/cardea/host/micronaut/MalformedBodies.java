package dev.cardea.host.micronaut;

import io.micronaut.context.event.BeanCreatedEvent;
import io.micronaut.context.event.BeanCreatedEventListener;
import io.micronaut.http.netty.channel.ChannelPipelineCustomizer;
import io.micronaut.http.server.netty.NettyServerCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.util.ReferenceCountUtil;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * Rejects a chunked body that Netty cannot read. Micronaut would take the part before the error for the complete body.
 */
@Singleton
final class MalformedBodies implements BeanCreatedEventListener<NettyServerCustomizer.Registry> {
    @Override
    public NettyServerCustomizer.Registry onCreated(BeanCreatedEvent<NettyServerCustomizer.Registry> created) {
        created.getBean().register(new Connection(null));
        return created.getBean();
    }

    private record Connection(@Nullable Channel channel) implements NettyServerCustomizer {
        @Override
        public NettyServerCustomizer specializeForChannel(Channel channel, ChannelRole role) {
            return new Connection(channel);
        }

        @Override
        public void onStreamPipelineBuilt() {
            if (channel == null) return;
            // HTTP/2 has no chunks and no such codec.
            var codec = channel.pipeline().context(ChannelPipelineCustomizer.HANDLER_HTTP_SERVER_CODEC);
            if (codec != null) channel.pipeline().addAfter(codec.name(), "cardea", new Handler());
        }
    }

    private static final class Handler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpContent part
                    && !(message instanceof HttpMessage)
                    && part.decoderResult().isFailure()) {
                ReferenceCountUtil.release(message);
                context.fireExceptionCaught(part.decoderResult().cause());
            } else {
                context.fireChannelRead(message);
            }
        }
    }
}
