package dev.cardea.observe;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The network of a client: the first 24 bits of an IPv4 address, the first 48 bits of an IPv6 address. Immutable. */
public final class ClientNetwork {
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
        try {
            return InetAddress.getByAddress(network).getHostAddress() + "/" + bits;
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 4 or 16 bytes", e);
        }
    }
}
