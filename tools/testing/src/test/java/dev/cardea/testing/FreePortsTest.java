package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void a_port_is_below_those_that_the_system_gives_away() throws Exception {
        assertThat(IntStream.of(FreePorts.some(20))).allMatch(port -> port >= 20_000 && port < 32_768);
    }

    @Test
    void ports_differ_although_none_of_them_is_in_use_yet() throws Exception {
        assertThat(FreePorts.some(50)).doesNotHaveDuplicates();
    }

    @Test
    void a_port_in_use_on_one_address_alone_is_left_out() throws Exception {
        int before = FreePorts.one();
        try (var taken = new ServerSocket(before + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.one()).isNotEqualTo(taken.getLocalPort());
        }
    }
}
