package dev.cardea.internal.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "example.com",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "01.2.3.4",
                "0177.0.0.1",
                "0x7f.0.0.1",
                "2130706433",
                "999.1.1.1",
                "1.2.3.4:80",
                "fe80::1%eth0",
                ":",
                "1:2",
                ".:1",
                "face.b00c",
                "[::1",
                "unknown"
            })
    void a_text_that_is_not_an_address_is_rejected_without_a_name_server(String text) {
        assertThat(IpAddress.parse(text)).isEmpty();
    }

    @Test
    void an_IPv4_address_written_as_IPv6_is_the_same_address() {
        assertThat(IpAddress.parse("::ffff:9.8.7.6")).isEqualTo(IpAddress.parse("9.8.7.6"));
        assertThat(IpAddress.parse("[::FFFF:0908:0706]")).isEqualTo(IpAddress.parse("9.8.7.6"));
    }

    @Test
    void a_network_is_what_its_leading_bits_say() {
        assertThat(address("2a01:4f8:1:2:3:4:5:6").network(64)).isEqualTo(address("2a01:4f8:1:2::"));
        assertThat(address("2a01:4f8:1:2:3:4:5:6").network(128)).isEqualTo(address("2a01:4f8:1:2:3:4:5:6"));
        assertThat(address("2a01:4fff::").network(29)).isEqualTo(address("2a01:4ff8::"));
        assertThat(AddressRange.parse("10.1.2.3/8").contains(address("10.200.0.1")))
                .isTrue();
        assertThat(AddressRange.parse("10.1.2.3/8").contains(address("11.0.0.1")))
                .isFalse();
        assertThat(AddressRange.parse("::/0").contains(address("11.0.0.1"))).isFalse();
        assertThatThrownBy(() -> AddressRange.parse("10.0.0.0/33")).hasMessageContaining("prefix out of range");
        assertThatThrownBy(() -> AddressRange.parse("proxy.internal"))
                .hasMessageContaining("isn't an IP address range");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.1.2.3",
                "10.1.2.3",
                "100.64.0.1",
                "127.0.0.1",
                "127.255.255.254",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.0.0.8",
                "192.0.2.1",
                "192.168.1.1",
                "198.18.0.1",
                "203.0.113.7",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::ffff:127.0.0.1",
                "::ffff:a9fe:a9fe",
                "64:ff9b::10.0.0.1",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "2002:a00:1::1",
                "3fff::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void it_is_not_a_public_address(String text) {
        assertThat(PublicAddresses.contain(address(text))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.9.9.9",
                "100.63.255.255",
                "172.32.0.1",
                "192.167.255.255",
                "223.255.255.255",
                "2a01:4f8::1",
                "2606:4700:4700::1111",
                "64:ff9b::9.9.9.9",
                "2002:909:909::1"
            })
    void it_is_a_public_address(String text) {
        assertThat(PublicAddresses.contain(address(text))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"9.9.9.9,9.9.9.9", "[2A01:4F8::1],2a01:4f8:0:0:0:0:0:1"})
    void prints_in_one_spelling(String text, String printed) {
        assertThat(address(text)).hasToString(printed);
    }

    private static IpAddress address(String text) {
        return IpAddress.parse(text).orElseThrow();
    }
}
