package dev.cardea.accounts;

import io.nayuki.qrcodegen.QrCode;

/** A QR code (ISO/IEC 18004) as a picture that needs no script, no style and no request. */
final class QrImage {
    /** Which scanners need around it, in modules. */
    private static final int QUIET = 4;

    private QrImage() {}

    /** @param label for those who can't see it */
    static String svg(String content, String label) {
        var code = QrCode.encodeText(content, QrCode.Ecc.MEDIUM);
        var path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    path.append('M')
                            .append(x + QUIET)
                            .append(' ')
                            .append(y + QUIET)
                            .append("h1v1h-1z");
                }
            }
        }
        int size = code.size + 2 * QUIET;
        return "<svg class=\"qr\" role=\"img\" aria-label=\"" + Html.escape(label) + "\" viewBox=\"0 0 " + size + " "
                + size
                + "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h" + size + "v" + size + "h-" + size
                + "z\"/><path d=\"" + path + "\"/></svg>";
    }
}
