package dev.cardea.internal.session;

import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.StoredSessions;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.config.SessionOptions.Devices;
import dev.cardea.error.AdapterException;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import dev.cardea.token.ReservedClaim.Mark;
import dev.cardea.token.ReservedClaim.TokenSession;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tokens of sessions that a store has a record of. A token counts while its record exists and has not expired. What the
 * store said is relied on for {@code confirmAge}, from the moment at which it was asked. So an ended session is accepted for
 * at most that long: what is relied on later was asked for after the end. No step of this compares the clocks of two
 * machines.
 */
final class RevocableTokens implements TokenRecords {
    private final Store store;
    private final @Nullable SessionLimit limit;
    private final Devices devices;
    private final Clock clock;
    private final Randomness randomness;
    private final EventPublisher publisher;
    private final TokenLifetimes lifetimes;
    private final Confirmations confirmations;
    private final RecordReader reader;
    /** {@code null} if the site had no other sessions before. */
    private final @Nullable Adoption adoption;

    /** Sessions that are being extended at this moment. */
    private final Set<String> prolonging = ConcurrentHashMap.newKeySet();

    RevocableTokens(
            Store store,
            SessionOptions options,
            TokenLifetimes lifetimes,
            Clock clock,
            ElapsedTime time,
            Randomness randomness,
            EventPublisher publisher) {
        this.store = store;
        limit = options.maxPerUser() == null ? null : new SessionLimit(options.maxPerUser(), options.maxAge());
        devices = options.devices() == null ? Devices.REDUCED : options.devices();
        this.lifetimes = lifetimes;
        this.clock = clock;
        this.randomness = randomness;
        this.publisher = publisher;
        confirmations = new Confirmations(time, options.confirmAge());
        reader = new RecordReader(store, clock, confirmations);
        adoption = options.adoptUntil() == null
                ? null
                : new Adoption(store, options.adoptUntil(), options.maxAge(), clock);
    }

    @Override
    public SessionTraits traits() {
        return SessionTraits.REVOCABLE;
    }

    @Override
    public Verdict check(Claims token) {
        var id = id(token);
        if (id == null) return Verdict.GONE;
        // Only the stored user says whether such a token still counts.
        if (Mark.UNVERIFIED.isOn(token)) return confirm(token);
        var known = confirmations.of(id);
        if (known.isEmpty()) return verdict(token, id, false);
        var span = known.get().span();
        return span == null || span.isOver(clock) ? Verdict.GONE : new Verdict(State.LIVE, null, span, null);
    }

    @Override
    public Verdict confirm(Claims token) {
        var id = id(token);
        return id == null ? Verdict.GONE : verdict(token, id, true);
    }

    /** @param isStrict whether only a read that begins now will do */
    private Verdict verdict(Claims token, String id, boolean isStrict) {
        try {
            var found = (isStrict ? reader.read(id) : reader.joined(id)).filter(it -> counts(it, token));
            return found.map(it -> new Verdict(State.LIVE, null, Span.of(it.session()), it.user()))
                    .orElse(Verdict.GONE);
        } catch (AdapterException e) {
            return Verdict.unknown(e);
        }
    }

    private static @Nullable String id(Claims token) {
        return TokenSession.of(token).map(TokenSession::id).orElse(null);
    }

    /** A session ends with its user, and one under an unverified address when that is verified. */
    private boolean counts(RecordAndUser found, Claims token) {
        var user = found.user();
        if (Span.of(found.session()).isOver(clock)) return false;
        if (user == null) return !found.session().isStoredUser() && !Mark.UNVERIFIED.isOn(token);
        return !Mark.UNVERIFIED.isOn(token) || user.emailVerified() == null;
    }

    @Override
    public Optional<Holder> holder(Claims token, Claims kept) {
        return confirmed(token).map(found -> new Holder(found.user(), StoredSession.of(found.session())));
    }

    @Override
    public Optional<String> owner(Claims token) {
        return confirmed(token).map(found -> found.session().userId());
    }

    private Optional<RecordAndUser> confirmed(Claims token) {
        var id = id(token);
        return id == null ? Optional.empty() : reader.read(id).filter(found -> counts(found, token));
    }

    /** Of many callers, in any number of processes, one writes. */
    @Override
    public Optional<Instant> prolong(Claims token, Verdict verdict, Instant end) {
        var id = id(token);
        var span = verdict.span();
        if (id == null || span == null) return Optional.empty();
        var now = clock.instant();
        var due = now.minus(lifetimes.renewalAge());
        if (span.seen().isAfter(due)) return Optional.of(span.expires());
        if (!prolonging.add(id)) return Optional.empty();
        try {
            if (!store.prolongSession(id, now, end, due.plusMillis(1))) return Optional.empty();
            confirmations.prolonged(id, new Span(now, end));
            return Optional.of(end);
        } catch (AdapterException e) {
            publisher.log(e);
            return Optional.empty();
        } finally {
            prolonging.remove(id);
        }
    }

    @Override
    public Optional<Claims> adopted(String value, @Nullable Claims token) {
        if (adoption == null || adoption.isOver()) return Optional.empty();
        var adopted = token == null ? adoption.ofRow(value) : adoption.ofToken(value, token);
        return adopted.flatMap(session -> claims(session, token)
                .map(claims -> new TokenSession(session.id(), begun(claims).orElse(session.begun())).on(claims)));
    }

    /** A token of a site with an absolute age says when its user signed in. */
    private static Optional<Instant> begun(Claims token) {
        return TokenSession.of(token).map(TokenSession::begun);
    }

    @Override
    public boolean isAdopted(String value, Claims token) {
        return adoption != null && Adoption.id(value).equals(id(token));
    }

    private Optional<Claims> claims(SessionRecord session, @Nullable Claims token) {
        return token == null ? store.getUser(session.userId()).map(TokenUser::claims) : Optional.of(token);
    }

    @Override
    public StoredSession open(Store unit, NewSession facts) {
        var now = clock.instant();
        var end = lifetimes.firstEnd(now, facts.begunOr(now));
        var isStored = facts.isRegistered()
                || (unit.has(UserAdapter.class) && unit.getUser(facts.userId()).isPresent());
        var session = facts.record(randomness.hex(32), isStored, now, end, devices);
        unit.registerSession(session);
        var opened = StoredSession.of(session);
        if (limit != null) limit.apply(stored(unit, Reason.LIMIT), opened);
        return opened;
    }

    @Override
    public boolean end(Store unit, Claims token) {
        var id = id(token);
        return id != null && !end(unit, SessionSelection.one(id), null).isEmpty();
    }

    @Override
    public void endOfProvider(Store unit, SessionSelection.OfProvider which) {
        end(unit, which, Reason.PROVIDER);
    }

    /** The one place where sessions end in this process. */
    private List<SessionRecord> end(Store unit, SessionSelection which, @Nullable Reason reason) {
        // First, as the record of a session that has ended can't be found again. Those of a user are behind a barrier.
        if (adoption != null && which instanceof SessionSelection.One one) adoption.close(unit, one.id());
        List<SessionRecord> ended;
        try {
            ended = unit.endSessions(which);
        } catch (RuntimeException e) {
            if (which instanceof SessionSelection.OfProvider) confirmations.forgetAll();
            throw e;
        } finally {
            forget(which);
        }
        if (adoption != null && which instanceof SessionSelection.OfProvider)
            ended.forEach(session -> adoption.close(unit, session.id()));
        unit.afterUnit(() -> {
            forget(which);
            ended.forEach(session -> confirmations.forget(session.id()));
            if (reason != null) ended.forEach(session -> publisher.sessionEnded(session, reason));
        });
        return ended;
    }

    /** Also what another process has ended, or an earlier call whose answer was lost. */
    private void forget(SessionSelection which) {
        if (which instanceof SessionSelection.One one) confirmations.forget(one.id());
        if (which instanceof SessionSelection.OfUser all) confirmations.forgetAllOf(all.userId());
    }

    @Override
    public StoredSessions stored(Store unit, @Nullable Reason reason) {
        return new StoredSessions() {
            @Override
            public boolean canList() {
                return true;
            }

            @Override
            public List<StoredSession> list(String userId) {
                return unit.listSessionRecords(userId).stream()
                        .map(StoredSession::of)
                        .toList();
            }

            @Override
            public boolean end(StoredSession session) {
                return !RevocableTokens.this
                        .end(unit, SessionSelection.one(session.id(), session.userId()), reason)
                        .isEmpty();
            }

            @Override
            public void endAll(String userId, @Nullable StoredSession except) {
                var which = StoredSession.ofUser(userId, except);
                if (adoption != null) adoption.bar(unit, userId);
                RevocableTokens.this.end(unit, which, reason);
                // Until the unit is over, others don't see the barrier, and may adopt a session.
                if (adoption != null) unit.afterUnit(() -> RevocableTokens.this.end(store, which, reason));
            }
        };
    }
}
