package dev.cardea.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports for programs that a test starts and that cannot choose a port themselves.
 *
 * <p>A port from {@code new ServerSocket(0)} is free only until the socket is closed: the system may give it to another
 * program, or to an outgoing connection, before the started program listens. These ports lie below those that operating
 * systems give away. So nothing takes them by chance while a program starts. Two processes that ask at the same time
 * begin at random ports.
 *
 * <p>Safe for use by several threads. In one process no port is returned twice until all were.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    /** Linux gives away the ports from this one on; other systems begin higher. */
    private static final int END = 32_768;

    private static int next = ThreadLocalRandom.current().nextInt(FIRST, END);

    private FreePorts() {}

    /**
     * Returns a port on which nothing listens, on any address of this machine.
     *
     * @throws UncheckedIOException if no port can be opened
     */
    public static int one() {
        for (int tries = FIRST; tries < END; tries++) {
            int port = following();
            if (isFree(port)) return port;
        }
        throw new UncheckedIOException(new BindException("no port from " + FIRST + " to " + (END - 1) + " is free"));
    }

    /**
     * Returns ports that differ, each as {@link #one} returns it.
     *
     * @throws UncheckedIOException if no port can be opened
     */
    public static int[] some(int count) {
        int[] ports = new int[count];
        for (int i = 0; i < count; i++) ports[i] = one();
        return ports;
    }

    private static synchronized int following() {
        next = next + 1 < END ? next + 1 : FIRST;
        return next;
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
