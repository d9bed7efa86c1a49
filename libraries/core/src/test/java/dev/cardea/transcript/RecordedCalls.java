package dev.cardea.transcript;

import dev.cardea.error.AuthException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the recorded doubles answer, and what was really called, in order. */
final class RecordedCalls {
    private final Map<String, Deque<Claims>> answers = new HashMap<>();
    private final List<String> calls = new ArrayList<>();

    RecordedCalls(Transcript transcript) {
        for (var call : transcript.objects("calls")) {
            answers.computeIfAbsent(call.text("name"), n -> new ArrayDeque<>()).add(call);
        }
    }

    /** Notes a call; the recorded answer, or nothing where the reference's own function answered. */
    Optional<Claims> play(String name, Object... args) {
        calls.add(name + Wire.print(List.of(args)));
        var queue = answers.getOrDefault(name, new ArrayDeque<>());
        if (queue.isEmpty()) return Optional.empty();
        var entry = queue.poll();
        if (Boolean.TRUE.equals(entry.value("builtin"))) return Optional.empty();
        entry.get(Claim.object("threw")).ifPresent(RecordedCalls::rethrow);
        return Optional.of(entry);
    }

    void note(String line) {
        calls.add(line);
    }

    List<String> calls() {
        return calls;
    }

    /** A recorded value as our types hold it; absent is null. */
    static Object returned(Claims entry) {
        return Wire.plain(entry.value("returned"));
    }

    private static void rethrow(Claims threw) {
        var type = threw.text("type");
        if (type == null) throw new IllegalStateException(threw.text("message"));
        if (type.equals("CredentialsSignin")) {
            var code = threw.text("code");
            throw new CredentialsSignInException(code == null ? "credentials" : code, threw.text("message"), null);
        }
        for (var known : ErrorType.values()) {
            if (known.code().equals(type)) throw new AuthException(known, threw.text("message"));
        }
        throw new AuthException(ErrorType.AUTH_ERROR, "of an unknown type: " + type);
    }
}
