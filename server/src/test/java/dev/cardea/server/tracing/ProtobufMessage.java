package dev.cardea.server.tracing;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A message in Protocol Buffers' wire format, by field numbers. */
final class ProtobufMessage {
    private final Map<Integer, List<Object>> fields = new LinkedHashMap<>();

    ProtobufMessage(byte[] content) {
        var in = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
        while (in.hasRemaining()) {
            long tag = varint(in);
            Object value = switch ((int) (tag & 7)) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 2 -> bytes(in, (int) varint(in));
                case 5 -> (long) in.getInt();
                default -> throw new AssertionError("not the wire format: type " + (tag & 7));
            };
            fields.computeIfAbsent((int) (tag >>> 3), it -> new ArrayList<>()).add(value);
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] content = new byte[length];
        in.get(content);
        return content;
    }

    boolean has(int field) {
        return fields.containsKey(field);
    }

    long number(int field) {
        return fields.containsKey(field) ? (Long) fields.get(field).get(0) : 0;
    }

    byte[] content(int field) {
        return fields.containsKey(field) ? (byte[]) fields.get(field).get(0) : new byte[0];
    }

    String text(int field) {
        return new String(content(field), StandardCharsets.UTF_8);
    }

    List<ProtobufMessage> messages(int field) {
        return fields.getOrDefault(field, List.of()).stream()
                .map(content -> new ProtobufMessage((byte[]) content))
                .toList();
    }
}
