package dev.cardea.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNetworkTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.2.0/24, true",
        "127.0.0.0/24, true",
        "169.254.7.0/24, true",
        "172.31.0.0/24, true",
        "192.168.1.0/24, true",
        "fd00:0:0:0:0:0:0:0/48, true",
        "fe80:0:0:0:0:0:0:0/48, true",
        "8.8.8.0/24, false",
        "172.32.0.0/24, false",
        "198.51.100.0/24, false",
        "2a01:4f8:1:0:0:0:0:0/48, false"
    })
    void a_network_is_local_if_it_is_of_this_machine_or_private(String text, boolean isLocal) {
        assertThat(ClientNetwork.parse(text))
                .hasValueSatisfying(it -> assertThat(it.isLocal()).isEqualTo(isLocal));
    }
}
