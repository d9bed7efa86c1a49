package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;

/** The addresses by which other machines reach this one. */
final class OtherAddresses {
    private OtherAddresses() {}

    static void assertRefused(int port) throws IOException {
        var addresses = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .toList();
        for (var address : addresses) {
            try (var socket = new Socket()) {
                var there = new InetSocketAddress(address, port);
                assertThatThrownBy(() -> socket.connect(there, 2_000)).isInstanceOf(ConnectException.class);
            }
        }
    }
}
