package dev.cardea.observe;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The network of a client: the first 24 bits of an IPv4 address, the first 48 bits of an IPv6 address. Immutable. */
public final class ClientNetwork {
    private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,3}){3}");
    /** A text with a colon is never read as the name of a host. */
    private static final Pattern V6 = Pattern.compile("[0-9a-f]{0,4}:[0-9a-f:]{1,36}");

    private final byte[] network;
    private final int bits;

    private ClientNetwork(byte[] network, int bits) {
        this.network = network;
        this.bits = bits;
    }

    public static ClientNetwork of(InetAddress address) {
        byte[] bytes = address.getAddress();
        int bits = bytes.length == 4 ? 24 : 48;
        Arrays.fill(bytes, bits / 8, bytes.length, (byte) 0);
        return new ClientNetwork(bytes, bits);
    }

    /** Returns the network that prints as this text; empty for any other text. No name is looked up. */
    public static Optional<ClientNetwork> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) return Optional.empty();
        return address(text.substring(0, slash))
                .map(ClientNetwork::of)
                .filter(it -> it.toString().equals(text));
    }

    /** Returns whether its addresses belong to this machine or to a private network (RFC 1918, RFC 3927, RFC 4193). */
    public boolean isLocal() {
        var first = address();
        boolean isUniqueLocal = network.length == 16 && (network[0] & 0xfe) == 0xfc;
        return isUniqueLocal || first.isLoopbackAddress() || first.isSiteLocalAddress() || first.isLinkLocalAddress();
    }

    private static Optional<InetAddress> address(String text) {
        try {
            if (V6.matcher(text).matches()) return Optional.of(InetAddress.getByName(text));
            if (!V4.matcher(text).matches()) return Optional.empty();
            byte[] bytes = new byte[4];
            var parts = text.split("\\.");
            for (int i = 0; i < 4; i++) bytes[i] = (byte) Integer.parseInt(parts[i]);
            return Optional.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientNetwork it && Arrays.equals(it.network, network);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(network);
    }

    @Override
    public String toString() {
        return address().getHostAddress() + "/" + bits;
    }

    private InetAddress address() {
        try {
            return InetAddress.getByAddress(network);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
