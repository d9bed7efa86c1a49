package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.internal.net.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PinnedConnectionTest {
    private final SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
    private final InetAddress local = InetAddress.getLoopbackAddress();

    /** The JDK would choose the address itself there, after the validation of another one. */
    @ParameterizedTest
    @MethodSource("ways")
    void a_socket_is_never_connected_without_validation_of_its_address(Callable<?> way) {
        assertThatThrownBy(way::call).isInstanceOf(IOException.class).hasMessageContaining("validates the address");
    }

    Stream<Callable<?>> ways() {
        var connection = new PinnedConnection(tls, address -> true);
        return Stream.of(
                () -> connection.createSocket("localhost", 443),
                () -> connection.createSocket("localhost", 443, local, 0),
                () -> connection.createSocket(local, 443),
                () -> connection.createSocket(local, 443, local, 0));
    }

    @Test
    void an_address_that_is_not_permitted_is_not_connected_to() throws Exception {
        try (var server = new ServerSocket(0, 1, local)) {
            var target = new InetSocketAddress(local, server.getLocalPort());
            var closed = new PinnedConnection(tls, address -> false).createSocket();
            assertThatThrownBy(() -> closed.connect(target, 1_000)).hasMessageContaining("the address is not public");
            assertThat(closed.isConnected()).isFalse();
            try (var open = new PinnedConnection(tls, address -> address.equals(IpAddress.of(local))).createSocket()) {
                open.connect(target, 1_000);
                assertThat(open.isConnected()).isTrue();
            }
        }
    }

    @Test
    void a_connection_that_is_hung_up_is_closed_and_says_so() {
        var connection = new PinnedConnection(tls, address -> true);
        var socket = connection.createSocket();
        assertThat(connection.isHungUp()).isFalse();
        connection.hangUp();
        assertThat(connection.isHungUp()).isTrue();
        assertThat(socket.isClosed()).isTrue();
    }

    @Test
    void the_ciphers_are_those_of_the_given_TLS() {
        var connection = new PinnedConnection(tls, address -> true);
        assertThat(connection.getDefaultCipherSuites()).isNotEmpty().isEqualTo(tls.getDefaultCipherSuites());
        assertThat(connection.getSupportedCipherSuites()).isNotEmpty().isEqualTo(tls.getSupportedCipherSuites());
    }
}
