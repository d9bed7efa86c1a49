package dev.cardea.internal.net;

/** A range of IP addresses in CIDR notation (RFC 4632, RFC 4291 §2.3). */
public record AddressRange(IpAddress network, int bits) {
    /** @throws IllegalArgumentException for an invalid range; a single address is a valid one */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        var network = IpAddress.parse(slash < 0 ? text : text.substring(0, slash))
                .orElseThrow(() -> new IllegalArgumentException(text + " isn't an IP address range; write 10.0.0.0/8"));
        int bits = slash < 0 ? network.length() : prefix(text.substring(slash + 1));
        if (bits < 0 || bits > network.length()) {
            throw new IllegalArgumentException(text + " has a prefix out of range");
        }
        return new AddressRange(network.network(bits), bits);
    }

    public boolean contains(IpAddress address) {
        return address.length() == network.length() && address.network(bits).equals(network);
    }

    private static int prefix(String digits) {
        return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : -1;
    }
}
