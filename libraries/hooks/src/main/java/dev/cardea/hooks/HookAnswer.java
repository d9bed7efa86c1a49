package dev.cardea.hooks;

import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.ApplicationException;
import dev.cardea.hooks.HookException.Kind;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a hook decided.
 *
 * @param isDefault it leaves the decision to the default
 */
record HookAnswer(boolean isDefault, @Nullable Object result) {
    static final HookAnswer DEFAULT = new HookAnswer(true, null);

    /** @throws RuntimeException where the hook says that it failed, or did not answer as agreed */
    static HookAnswer of(String name, HookAnswerReader.Answer answer) {
        if (answer.status() == 204) return DEFAULT;
        if (answer.status() != 200) {
            var reason = "responded with status " + answer.status();
            throw new HookException(name, reason, null, answer.status() / 100 == 3 ? Kind.REDIRECT : Kind.REJECTION);
        }
        var body = parsed(name, answer.body());
        if (body.has("error")) throw thrown(name, body.value("error"));
        if (!body.has("result")) throw wrong(name, "responded without a result");
        return new HookAnswer(false, body.value("result"));
    }

    static Claims parsed(String name, byte[] body) {
        try {
            // Unlike the constructor of String, a decoder rejects malformed UTF-8 (RFC 8259 §8.1).
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return Json.parseObject(text.toString(), Json.TRUSTED_DEPTH);
        } catch (JsonException | CharacterCodingException e) {
            throw new HookException(name, "didn't respond with a JSON object", e);
        }
    }

    private static RuntimeException thrown(String name, @Nullable Object error) {
        if (!(error instanceof Map<?, ?> object)) return wrong(name, "responded with an error that isn't an object");
        var claims = Claims.of(object);
        var type = claims.text("type");
        var message = claims.text("message");
        if ("CredentialsSignin".equals(type)) {
            var code = claims.text("code");
            return new CredentialsSignInException(code == null ? "credentials" : code, message, null);
        }
        if ("AccessDenied".equals(type)) return new AccessDeniedException(message, null);
        var cause = new ApplicationException(type == null ? "Error" : type, message);
        return new HookException(
                name, "failed: " + type + (message == null ? "" : ": " + message), cause, Kind.REJECTION);
    }

    private static HookException wrong(String name, String reason) {
        return new HookException(name, reason, null);
    }
}
