package dev.cardea.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNetworkTest {
    @ParameterizedTest
    @CsvSource({
        "8.8.8.0/24, true",
        "2a01:4f8:1:0:0:0:0:0/48, true",
        "10.1.2.0/24, false",
        "127.0.0.0/24, false",
        "198.51.100.0/24, false",
        "fd00:0:0:0:0:0:0:0/48, false"
    })
    void a_network_is_public_if_its_addresses_are(String text, boolean isPublic) {
        assertThat(ClientNetwork.parse(text))
                .hasValueSatisfying(it -> assertThat(it.isPublic()).isEqualTo(isPublic));
    }
}
