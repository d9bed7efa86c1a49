package dev.cardea.testing;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class FreePortsTest {
    @Test
    void a_port_is_below_those_that_the_system_gives_away() throws Exception {
        assertThat(IntStream.of(FreePorts.some(20))).allMatch(port -> port >= 20_000 && port < 32_768);
    }

    @Test
    void ports_differ_although_none_of_them_is_in_use_yet() throws Exception {
        assertThat(FreePorts.some(50)).doesNotHaveDuplicates();
    }

    /** A process has its block by a socket, so two in this process are the same as two processes. */
    @Test
    void two_processes_that_ask_for_long_never_get_the_same_port() throws Exception {
        var one = new FreePorts(7);
        var other = new FreePorts(7);

        Set<Integer> ofOne = IntStream.generate(one::next).limit(600).boxed().collect(toSet());
        Set<Integer> ofOther =
                IntStream.generate(other::next).limit(600).boxed().collect(toSet());

        assertThat(ofOne).doesNotContainAnyElementsOf(ofOther);
    }

    @Test
    void a_port_in_use_on_one_address_alone_is_left_out() throws Exception {
        var ports = new FreePorts(7);
        int before = ports.next();
        try (var taken = new ServerSocket(before + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ports.next()).isGreaterThan(taken.getLocalPort());
        }
    }

    /** Until a started process closes what it inherited, it has the sockets of the thread that looks for a port. */
    @Test
    void a_port_stays_free_while_other_threads_start_processes() throws Exception {
        var ports = new FreePorts(7);
        var started = new AtomicInteger();
        Callable<Integer> starting = () -> {
            while (started.incrementAndGet() <= 300)
                new ProcessBuilder("sh", "-c", ":").start().waitFor();
            return 0;
        };
        var threads = Executors.newFixedThreadPool(3);
        var ends = List.of(threads.submit(starting), threads.submit(starting), threads.submit(starting));
        threads.shutdown();
        while (!threads.isTerminated()) new ServerSocket(ports.next()).close();
        for (var end : ends) assertThat(end.get()).isZero();
    }
}
