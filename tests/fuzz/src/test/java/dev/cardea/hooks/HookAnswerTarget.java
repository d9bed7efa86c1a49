package dev.cardea.hooks;

import dev.cardea.fuzz.Hold;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an application sends in answer to a hook. It is in this package, because the reader is not public. */
public final class HookAnswerTarget {
    private static final int MOST = 1_000;

    private HookAnswerTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var whole = answer(new ByteArrayInputStream(data));
        if (whole != null) {
            Hold.that(whole.status() >= 200 && whole.status() < 600, "an answer is final");
            Hold.that(whole.body().length <= MOST, "a body is bounded");
        }
        Hold.that(isSame(whole, answer(new Trickle(data))), "an answer does not depend on how its bytes arrive");
    }

    private static HookAnswerReader.@Nullable Answer answer(InputStream in) {
        try {
            return new HookAnswerReader(in, MOST).read();
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isSame(HookAnswerReader.@Nullable Answer one, HookAnswerReader.@Nullable Answer other) {
        if (one == null || other == null) return one == other;
        return one.status() == other.status()
                && Arrays.equals(one.body(), other.body())
                && Objects.equals(one.signature(), other.signature())
                && Objects.equals(one.location(), other.location());
    }

    /** Gives one byte a read, as the slowest connection does. */
    private static final class Trickle extends ByteArrayInputStream {
        Trickle(byte[] data) {
            super(data);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, 1));
        }
    }
}
