package dev.cardea.internal.observe;

import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SecretUse.Position;
import dev.cardea.observe.Step.SecretUse.Purpose;
import dev.cardea.token.EncryptedJwt;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Adds a step for each secret that opened a value, which shows when an older secret can be removed. */
public final class SecretUses {
    private SecretUses() {}

    /** A token was opened. A token of another codec says nothing about its secret. */
    public static void opened(Purpose purpose, JwtCodec codec, String token, Secrets secrets, String salt) {
        var observation = Observation.current();
        if (!observation.isObserved() || !(codec instanceof EncryptedJwt own)) return;
        if (secrets.all().size() == 1) {
            add(observation, purpose, true);
            return;
        }
        var header = header(token);
        // A token that names no key was opened by trying each.
        if (header.contains("\"kid\"")) {
            add(
                    observation,
                    purpose,
                    header.contains('"' + own.keyIds(secrets, salt).get(0) + '"'));
        }
    }

    /** A secret of the list was right. */
    public static void matched(Purpose purpose, boolean isNewest) {
        var observation = Observation.current();
        if (observation.isObserved()) add(observation, purpose, isNewest);
    }

    private static void add(Observation observation, Purpose purpose, boolean isNewest) {
        observation.add(new Step.SecretUse(purpose, isNewest ? Position.NEWEST : Position.OLDER));
    }

    /** The token was opened, so its header can be read. */
    private static String header(String token) {
        byte[] json = Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.')));
        return new String(json, StandardCharsets.UTF_8);
    }
}
