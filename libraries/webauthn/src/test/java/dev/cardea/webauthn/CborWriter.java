package dev.cardea.webauthn;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Writes the CBOR of authenticators (RFC 8949), in the given order. */
final class CborWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private CborWriter() {}

    static byte[] write(Object value) {
        var writer = new CborWriter();
        writer.item(value);
        return writer.out.toByteArray();
    }

    private void item(Object value) {
        if (value instanceof Number number) number(number.longValue());
        else if (value instanceof byte[] bytes) bytes(2, bytes);
        else if (value instanceof String text) bytes(3, text.getBytes(StandardCharsets.UTF_8));
        else if (value instanceof List<?> list) list(list);
        else if (value instanceof Map<?, ?> map) map(map);
        else throw new IllegalArgumentException("not for authenticators: " + value);
    }

    private void number(long value) {
        if (value < 0) head(1, -1 - value);
        else head(0, value);
    }

    private void bytes(int kind, byte[] bytes) {
        head(kind, bytes.length);
        out.writeBytes(bytes);
    }

    private void list(List<?> list) {
        head(4, list.size());
        list.forEach(this::item);
    }

    private void map(Map<?, ?> map) {
        head(5, map.size());
        map.forEach((key, value) -> {
            item(key);
            item(value);
        });
    }

    private void head(int kind, long value) {
        if (value < 24) {
            out.write(kind << 5 | (int) value);
        } else if (value < 256) {
            out.write(kind << 5 | 24);
            out.write((int) value);
        } else {
            out.write(kind << 5 | 25);
            out.writeBytes(ByteBuffer.allocate(2).putShort((short) value).array());
        }
    }
}
