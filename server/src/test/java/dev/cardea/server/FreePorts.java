package dev.cardea.server;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of this machine that were free a moment ago, for programs that cannot choose one themselves. */
final class FreePorts {
    private FreePorts() {}

    static int one() throws IOException {
        return some(1)[0];
    }

    /** Returns ports that differ. */
    static int[] some(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < count; i++) sockets.add(new ServerSocket(0));
        int[] ports = sockets.stream().mapToInt(ServerSocket::getLocalPort).toArray();
        for (var socket : sockets) socket.close();
        return ports;
    }
}
