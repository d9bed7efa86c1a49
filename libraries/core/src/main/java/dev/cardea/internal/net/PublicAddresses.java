package dev.cardea.internal.net;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The public addresses of the Internet, as RFC 6890 and IANA's registries have them. */
public final class PublicAddresses {
    private static final AddressRange NAT64 = AddressRange.parse("64:ff9b::/96");
    private static final AddressRange SIX_TO_FOUR = AddressRange.parse("2002::/16");
    private static final AddressRange GLOBAL_UNICAST = AddressRange.parse("2000::/3");
    private static final List<AddressRange> SPECIAL_V4 = ranges(
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4");
    private static final List<AddressRange> SPECIAL_V6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20");

    private PublicAddresses() {}

    private static List<AddressRange> ranges(String... texts) {
        return Stream.of(texts).map(AddressRange::parse).toList();
    }

    /**
     * Returns whether an address is public: not this machine's, not of a private network, not reserved for a special
     * purpose. For an address that embeds an IPv4 address, that one decides.
     */
    public static boolean contain(IpAddress address) {
        var embedded = embeddedIpv4(address);
        if (embedded != null) return contain(embedded);
        boolean isV4 = address.length() == 32;
        if (!isV4 && !GLOBAL_UNICAST.contains(address)) return false;
        return (isV4 ? SPECIAL_V4 : SPECIAL_V6).stream().noneMatch(range -> range.contains(address));
    }

    /** RFC 6052 §2.1 and RFC 3056 §2. */
    private static @Nullable IpAddress embeddedIpv4(IpAddress address) {
        if (NAT64.contains(address)) return address.ipv4At(12);
        return SIX_TO_FOUR.contains(address) ? address.ipv4At(2) : null;
    }
}
