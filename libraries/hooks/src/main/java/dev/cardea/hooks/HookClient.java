package dev.cardea.hooks;

import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.SecretUse.Position;
import dev.cardea.token.Randomness;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Posts signed JSON to one application: once, without following redirects, within the timeout to the last byte.
 *
 * <p>While secrets are replaced the application may know another of the list. What it rejects with 401 it has not run, so it
 * is signed once more, by the next secret. An application may want a slash at the end of each path, as Next does with
 * {@code trailingSlash}: it then redirects, has run nothing, and is called by that spelling from there on. Safe for concurrent
 * use.
 */
final class HookClient {
    private final String url;
    private final Duration timeout;
    private final List<HookSigner> signers;
    private final Map<String, String> headers;
    private final Clock clock;
    private final HookTransport transport;
    private final Randomness randomness = Randomness.secure();
    /** The secret that was accepted last. */
    private volatile int accepted;
    /** The spelling of paths that the application wants. */
    private volatile boolean endsWithSlash;

    /** @param headers that are sent with each call */
    HookClient(
            String url,
            Duration timeout,
            List<HookSigner> signers,
            Map<String, String> headers,
            Clock clock,
            HookTransport transport) {
        this.url = url;
        this.timeout = timeout;
        this.signers = List.copyOf(signers);
        this.headers = headers;
        this.clock = clock;
        this.transport = transport;
    }

    String url() {
        return url;
    }

    /**
     * @param name such as {@code callbacks/signIn}
     * @param more further headers
     * @throws HookException where there is no whole answer in time
     */
    HookAnswerReader.Answer post(String name, byte[] body, Map<String, String> more) {
        int first = accepted;
        var answer = post(name, body, more, first);
        if (answer.status() != 401 || signers.size() == 1) {
            observe(first, answer);
            return answer;
        }
        int next = (first + 1) % signers.size();
        var second = post(name, body, more, next);
        if (second.status() != 401) accepted = next;
        observe(next, second);
        return second;
    }

    /** The application has verified the signature, or rejected it. */
    private static void observe(int signer, HookAnswerReader.Answer answer) {
        if (answer.status() == 401) return;
        var position = signer == 0 ? Position.NEWEST : Position.OLDER;
        Observation.current().add(new Step.SecretUse(Step.SecretUse.Purpose.HOOK, position));
    }

    private HookAnswerReader.Answer post(String name, byte[] body, Map<String, String> more, int signer) {
        boolean slash = endsWithSlash;
        var answer = send(name, body, more, signer, slash);
        if (!respells(answer, address(name, slash), address(name, !slash))) return answer;
        endsWithSlash = !slash;
        return send(name, body, more, signer, !slash);
    }

    private HookAnswerReader.Answer send(
            String name, byte[] body, Map<String, String> more, int signer, boolean slash) {
        var all = new LinkedHashMap<>(headers);
        all.putAll(more);
        all.put("Content-Type", "application/json");
        all.put(
                HookSigner.HEADER,
                signers.get(signer)
                        .sign(
                                name,
                                more.getOrDefault(HookSigner.EVENT_ID, ""),
                                body,
                                clock.instant().getEpochSecond(),
                                randomness.hex(12)));
        return transport.post(name, address(name, slash), all, body, timeout);
    }

    private URI address(String name, boolean slash) {
        return URI.create(url + "/" + name + (slash ? "/" : ""));
    }

    /** Whether the answer redirects to the other spelling of the path. The host that it names does not matter. */
    private static boolean respells(HookAnswerReader.Answer answer, URI asked, URI other) {
        var location = answer.location();
        if (location == null || (answer.status() != 307 && answer.status() != 308)) return false;
        try {
            return other.getRawPath().equals(asked.resolve(location).getRawPath());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether one of the secrets signed this answer. */
    boolean hasSigned(HookAnswerReader.Answer answer, String nonce) {
        boolean signed = false;
        for (var signer : signers) signed |= signer.hasSigned(answer.signature(), nonce, answer.body());
        return signed;
    }
}
