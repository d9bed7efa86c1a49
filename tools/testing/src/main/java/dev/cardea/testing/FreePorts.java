package dev.cardea.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Finds free ports for programs that a test starts and that cannot choose a port themselves.
 *
 * <p>A port from {@code new ServerSocket(0)} is free only until the socket is closed: the system may give it to another
 * program, or to an outgoing connection, before the started program listens. These ports lie below those that operating
 * systems give away. So nothing takes them by chance while a program starts.
 *
 * <p>Each process has its own block of ports, so no other process returns the same ones. It listens on the first port of
 * the block until it ends. JavaScript's {@code freePort} takes blocks in the same way.
 *
 * <p>Safe for use by several threads. In one process no port is returned twice until all of its block were.
 */
public final class FreePorts {
    private static final int FIRST = 20_000;
    private static final int BLOCK = 256;
    /** Linux gives away the ports from 32,768 on; other systems begin higher. */
    private static final int BLOCKS = (32_768 - FIRST) / BLOCK;

    private final ServerSocket first;
    private int offset;

    /** Takes this block of ports, or the next one that no process has. */
    FreePorts(int block) {
        first = claim(block);
    }

    /** Made with the first call. */
    private static final class OfProcess {
        private static final FreePorts PORTS =
                new FreePorts(ThreadLocalRandom.current().nextInt(BLOCKS));
    }

    /**
     * Returns a port on which nothing listens, on any address of this machine.
     *
     * @throws UncheckedIOException if no port can be opened
     */
    public static int one() {
        return OfProcess.PORTS.next();
    }

    /**
     * Returns ports that differ, each as {@link #one} returns it.
     *
     * @throws UncheckedIOException if no port can be opened
     */
    public static int[] some(int count) {
        return IntStream.generate(FreePorts::one).limit(count).toArray();
    }

    int next() {
        for (int tries = 1; tries < BLOCK; tries++) {
            int port = following();
            if (isFree(port)) return port;
        }
        throw noneFrom(first.getLocalPort(), BLOCK);
    }

    private synchronized int following() {
        offset = offset % (BLOCK - 1) + 1;
        return first.getLocalPort() + offset;
    }

    private static ServerSocket claim(int from) {
        for (int block = from; block < from + BLOCKS; block++) {
            try {
                return new ServerSocket(FIRST + block % BLOCKS * BLOCK, 1, InetAddress.getLoopbackAddress());
            } catch (BindException e) {
                // Another process has this block.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw noneFrom(FIRST, BLOCKS * BLOCK);
    }

    /**
     * Binds without listening. A process that another thread starts now has this socket, too, for a moment; if it
     * listened, whoever gets the port couldn't listen there yet.
     */
    private static boolean isFree(int port) {
        try (var socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static UncheckedIOException noneFrom(int port, int count) {
        return new UncheckedIOException(
                new BindException("no port from " + port + " to " + (port + count - 1) + " is free"));
    }
}
