package dev.cardea.accounts.factor;

/** Texts of five bits for each character. */
final class Base32 {
    /** Of RFC 4648, which authenticator apps read. */
    static final String STANDARD = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    /** Of Crockford, without letters that look like digits or like each other. */
    static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    private Base32() {}

    /** @param bytes a multiple of five, so that no bits are left over */
    static String encode(byte[] bytes, String alphabet) {
        var out = new StringBuilder();
        int bits = 0;
        int pending = 0;
        for (byte each : bytes) {
            pending = pending << 8 | each & 0xff;
            for (bits += 8; bits >= 5; bits -= 5) out.append(alphabet.charAt(pending >> (bits - 5) & 31));
            pending &= 31;
        }
        return out.toString();
    }
}
