package dev.cardea.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An IPv4 or IPv6 address. An IPv4 address that is written as IPv6 (RFC 4291 §2.5.5.2) is the IPv4 address. */
public final class IpAddress {
    private static final Pattern V4 = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Dotted decimal, or IPv6 with or without brackets; empty for anything else, a name above all. */
    public static Optional<IpAddress> parse(String text) {
        if (V4.matcher(text).matches()) return v4(text.split("\\.", -1));
        boolean bracketed = text.startsWith("[") && text.endsWith("]") && text.length() > 2;
        var bare = bracketed ? text.substring(1, text.length() - 1) : text;
        if (!V6.matcher(bare).matches()) return Optional.empty();
        try {
            // In brackets it is an address or refused; without them InetAddress may ask a name server.
            return Optional.of(of(InetAddress.getByName("[" + bare + "]")));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    public static IpAddress of(InetAddress address) {
        return new IpAddress(address.getAddress());
    }

    private static Optional<IpAddress> v4(String[] parts) {
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            int part = Integer.parseInt(parts[i]);
            if (part > 255) return Optional.empty();
            bytes[i] = (byte) part;
        }
        return Optional.of(new IpAddress(bytes));
    }

    /** In bits: 32 or 128. */
    public int length() {
        return bytes.length * 8;
    }

    /** The first address of the network of this many leading bits that this one is in. */
    public IpAddress network(int bits) {
        byte[] network = new byte[bytes.length];
        for (int i = 0; i < network.length; i++) {
            int ours = Math.max(0, Math.min(8, bits - i * 8));
            network[i] = (byte) (bytes[i] & (0xff00 >> ours));
        }
        return new IpAddress(network);
    }

    /**
     * Whether it is a public address on the Internet: not this machine's, not of a private network, not reserved for a
     * special purpose (RFC 6890 and IANA's registries). For an address that embeds an IPv4 address, that one decides.
     */
    public boolean isPublic() {
        var carried = embeddedIpv4();
        if (carried != null) return carried.isPublic();
        var special = length() == 32 ? Special.V4 : Special.V6;
        boolean global = length() == 32 || Special.GLOBAL_UNICAST.contains(this);
        return global && special.stream().noneMatch(range -> range.contains(this));
    }

    /** RFC 6052 §2.1 and RFC 3056 §2. */
    private @Nullable IpAddress embeddedIpv4() {
        if (Special.NAT64.contains(this)) return new IpAddress(Arrays.copyOfRange(bytes, 12, 16));
        if (Special.SIX_TO_FOUR.contains(this)) return new IpAddress(Arrays.copyOfRange(bytes, 2, 6));
        return null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the same address as the JDK has it. */
    public InetAddress toInetAddress() {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }

    @Override
    public String toString() {
        return toInetAddress().getHostAddress();
    }

    /** A separate class, so that it is initialized after the first address. */
    private static final class Special {
        static final AddressRange NAT64 = AddressRange.parse("64:ff9b::/96");
        static final AddressRange SIX_TO_FOUR = AddressRange.parse("2002::/16");
        static final AddressRange GLOBAL_UNICAST = AddressRange.parse("2000::/3");
        static final List<AddressRange> V4 = ranges(
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
        static final List<AddressRange> V6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20");

        private static List<AddressRange> ranges(String... texts) {
            return Stream.of(texts).map(AddressRange::parse).toList();
        }
    }
}
