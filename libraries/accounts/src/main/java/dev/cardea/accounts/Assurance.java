package dev.cardea.accounts;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the proofs of a session are worth. {@link StepUp} decides whether that is enough. Immutable.
 *
 * @param proofs in the order in which they were given
 */
record Assurance(List<SessionProof> proofs) {
    /** Of a session without a record, such as one of Auth.js. */
    static final Assurance NONE = new Assurance(List.of());

    private static final String PROOFS = "proofs";

    Assurance {
        proofs = List.copyOf(proofs);
    }

    /** Reads what {@link #toJson} has made. A record of before has the time of each method. */
    static Assurance parse(String json) {
        return of(Json.parseObject(json, Json.TRUSTED_DEPTH));
    }

    static Assurance of(Claims stored) {
        var list = stored.get(Claim.list(PROOFS));
        Stream<Optional<SessionProof>> read = list.isPresent()
                ? list.get().stream().map(Assurance::proof)
                : stored.asMap().entrySet().stream().map(it -> SessionProof.read(it.getKey(), it.getValue()));
        return new Assurance(read.flatMap(Optional::stream).toList());
    }

    private static Optional<SessionProof> proof(Object stored) {
        return stored instanceof Map<?, ?> map ? SessionProof.read(Claims.of(map)) : Optional.empty();
    }

    String toJson() {
        return stored().toJson();
    }

    Claims stored() {
        return Claims.of(PROOFS, list());
    }

    /** Returns what the owner of the session gets to see. */
    Claims toClaims() {
        var used = proofs.stream().flatMap(it -> it.amr().stream()).distinct().toList();
        return Claims.of("authTime", text(authTime()))
                .with("amr", used)
                .with("secondFactor", text(secondFactor()))
                .with(PROOFS, list());
    }

    private List<Map<String, Object>> list() {
        return proofs.stream().map(it -> it.toClaims().asMap()).toList();
    }

    private static @Nullable String text(Optional<Instant> time) {
        return time.map(Instant::toString).orElse(null);
    }

    /** The same proof of before says nothing more, and a session has room for a few. */
    Assurance with(SessionProof further) {
        var all = new ArrayList<>(proofs);
        all.removeIf(it -> it.method().equals(further.method()) && it.amr().equals(further.amr()));
        all.add(further);
        return new Assurance(all);
    }

    /** Returns when the user has last proven who they are, whichever way. */
    Optional<Instant> authTime() {
        return latest(it -> true);
    }

    /** Returns when the user has last proven it by this method. */
    Optional<Instant> by(String method) {
        return latest(it -> it.method().equals(method));
    }

    /** Returns when the user has last given a second factor. Two first factors, such as password and email, are none. */
    Optional<Instant> secondFactor() {
        return latest(it -> it.isSecondFactor() || (it.isPasskey() && isAfterAnother(it)));
    }

    /** Returns whether a passkey that came now would be a second factor. */
    boolean makesPasskeySecond() {
        return proofs.stream().anyMatch(Assurance::isOtherFirstFactor);
    }

    /** A value of an app only says that someone had the app, and perhaps long ago. */
    private static boolean isOtherFirstFactor(SessionProof it) {
        return !it.isPasskey() && !it.isSecondFactor();
    }

    private boolean isAfterAnother(SessionProof passkey) {
        return proofs.subList(0, proofs.indexOf(passkey)).stream().anyMatch(Assurance::isOtherFirstFactor);
    }

    /** Returns when the user has last used a passkey that has verified them. */
    Optional<Instant> phishingResistant() {
        return latest(SessionProof::isPhishingResistant);
    }

    private Optional<Instant> latest(Predicate<SessionProof> kind) {
        return proofs.stream().filter(kind).map(SessionProof::time).max(Comparator.naturalOrder());
    }
}
