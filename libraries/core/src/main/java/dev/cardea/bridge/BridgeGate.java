package dev.cardea.bridge;

import dev.cardea.adapter.UsedTokens;
import dev.cardea.http.Request;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SecretUse.Position;
import dev.cardea.token.Secrets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Verifies the signatures of calls over the bridge. Safe for concurrent use. */
public final class BridgeGate {
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final Pattern HEADER = Pattern.compile("v2\\.([a-z]{1,16})\\.([0-9]{1,12})\\.([A-Za-z0-9_-]{43})");

    /** The cookie that only bridges send. */
    private static final String ONCE = "cardea.once";

    private final List<BridgeKey> keys;
    private final Clock clock;
    private final UsedTokens own;
    private final UsedTokens shared;

    /**
     * Creates a gate that remembers the single-use calls of this process, and of all processes that share a store.
     *
     * @param secrets the secrets that a caller may sign with
     * @param shared remembers the single-use calls that other processes received
     */
    public BridgeGate(Secrets secrets, Clock clock, UsedTokens shared) {
        keys = secrets.all().stream().map(BridgeKey::new).toList();
        this.clock = clock;
        own = new ReplayCache(clock);
        this.shared = shared;
    }

    /**
     * Verifies the signature of a request.
     *
     * @throws BridgeRefusedException if the signature is missing, wrong or too old, or if a single-use signature was
     *     used before
     */
    public BridgeCall open(Request request) throws BridgeRefusedException {
        var values = request.headers().all(BridgeSigner.HEADER);
        var header = HEADER.matcher(values.size() == 1 ? values.get(0) : "");
        if (!header.matches()) {
            boolean old = values.size() == 1 && values.get(0).startsWith("v1.");
            throw new BridgeRefusedException(
                    old ? "this is a signature of version 1; update the caller" : "this is not a signature");
        }
        var mode = BridgeMode.parse(header.group(1))
                .orElseThrow(() -> new BridgeRefusedException("this is not a mode of the bridge"));
        // Several last letters decode to the same bytes, so the signature is compared and remembered as bytes.
        byte[] signature = Base64.getUrlDecoder().decode(header.group(3));
        if (!isSignedByKey(header.group(1), header.group(2), signature, request)) {
            throw new BridgeRefusedException("the signature is wrong");
        }
        var signed = Instant.ofEpochSecond(Long.parseLong(header.group(2)));
        if (Duration.between(signed, clock.instant()).abs().compareTo(WINDOW) > 0) {
            throw new BridgeRefusedException("the signature is too old, or the clocks differ");
        }
        if (isForOnce(mode, request) && !isFirst(signature, signed.plus(WINDOW).plusSeconds(1))) {
            throw new BridgeRefusedException("the signature was used before");
        }
        return new BridgeCall(mode, request.headers(request.headers().without(BridgeSigner.HEADER)));
    }

    private boolean isSignedByKey(String mode, String seconds, byte[] signature, Request request) {
        boolean isSigned = false;
        for (var key : keys) {
            boolean matches = MessageDigest.isEqual(signature, key.sign(mode, seconds, request));
            if (matches) {
                var position = key == keys.get(0) ? Position.NEWEST : Position.OLDER;
                Observation.current().add(new Step.SecretUse(Step.SecretUse.Purpose.BRIDGE, position));
            }
            isSigned |= matches;
        }
        return isSigned;
    }

    private boolean isFirst(byte[] signature, Instant end) {
        var key = "bridge:" + HexFormat.of().formatHex(signature);
        return own.markUsed(key, end) && shared.markUsed(key, end);
    }

    /**
     * An act whose caller put something random into it. Without that, two visitors may well ask the same in one second.
     */
    private static boolean isForOnce(BridgeMode mode, Request request) {
        return mode == BridgeMode.ACT && request.cookies().containsKey(ONCE);
    }
}
