package dev.cardea.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
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

    /** Returns the IPv4 address that four bytes of this one are. */
    IpAddress ipv4At(int first) {
        return new IpAddress(Arrays.copyOfRange(bytes, first, first + 4));
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
}
