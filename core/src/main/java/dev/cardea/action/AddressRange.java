package dev.cardea.action;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A range of IP addresses in CIDR notation (RFC 4632, RFC 4291 §2.3). Never looks a name up. */
record AddressRange(byte[] network, int bits) {
    static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        byte[] network = address(slash < 0 ? text : text.substring(0, slash));
        if (network.length == 0) throw new IllegalArgumentException(text + " is no address range; write 10.0.0.0/8");
        int most = network.length * 8;
        int bits = slash < 0 ? most : prefix(text.substring(slash + 1));
        if (bits < 0 || bits > most) throw new IllegalArgumentException(text + " has a prefix out of range");
        return new AddressRange(network, bits);
    }

    boolean contains(String text) {
        byte[] address = address(text);
        if (address.length != network.length) return false;
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((address[bit / 8] & mask) != (network[bit / 8] & mask)) return false;
        }
        return true;
    }

    private static int prefix(String digits) {
        return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : -1;
    }

    private static byte[] address(String text) {
        // Only digits, hex and separators: InetAddress then parses and never asks a name server.
        if (!text.matches("[0-9.]+|\\[?[0-9a-fA-F:.]*:[0-9a-fA-F:.]*]?")) return new byte[0];
        try {
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException e) {
            return new byte[0];
        }
    }
}
