package dev.cardea.internal.flow;

import dev.cardea.action.AuthRequest;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Login;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import dev.cardea.module.SignInAttempt;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in as a module's step sees it.
 *
 * @param sealing makes the text of {@link #seal}; throws as long as no user is settled
 */
record Attempt(
        Facts facts,
        User user,
        boolean isNewUser,
        Account account,
        boolean isLinking,
        Function<Attempt, String> sealing)
        implements SignInAttempt {
    /** Of a user who is not settled yet. */
    static final Function<Attempt, String> UNSETTLED = attempt -> {
        throw new IllegalStateException("a sign-in can be sealed in decide only");
    };

    /**
     * What is known before the user is.
     *
     * @param signedIn who is signed in in this browser
     * @param kept what the step keeps
     */
    record Facts(
            MethodRequest request,
            @Nullable Profile profile,
            List<Proof> proofs,
            boolean isResumed,
            boolean provesMailbox,
            String callbackUrl,
            @Nullable CurrentLogin signedIn,
            EventPublisher publisher,
            AtomicReference<@Nullable Object> kept) {
        static Facts of(
                VerifiedIdentity identity,
                MethodRequest request,
                @Nullable CurrentLogin signedIn,
                EventPublisher publisher) {
            return new Facts(
                    request,
                    identity.profile(),
                    List.of(identity.proof()),
                    false,
                    identity.traits().verifiesMailbox(),
                    request.callbackUrl(),
                    signedIn,
                    publisher,
                    new AtomicReference<>());
        }
    }

    @Override
    public @Nullable Profile profile() {
        return facts.profile;
    }

    @Override
    public List<Proof> proofs() {
        return facts.proofs;
    }

    @Override
    public boolean isResumed() {
        return facts.isResumed;
    }

    @Override
    public boolean provesMailbox() {
        return facts.provesMailbox;
    }

    @Override
    public Optional<User> signedIn() {
        return Optional.ofNullable(facts.signedIn).map(CurrentLogin::user);
    }

    @Override
    public Optional<Login> login() {
        return Optional.ofNullable(facts.signedIn).flatMap(CurrentLogin::login);
    }

    @Override
    public AuthRequest request() {
        return facts.request.authRequest();
    }

    @Override
    public Map<String, String> cookies() {
        return request().cookies();
    }

    @Override
    public boolean isHttps() {
        return request().isHttps();
    }

    @Override
    public @Nullable String field(String name) {
        var sent = request().field(name);
        return sent == null ? request().query().get(name) : sent;
    }

    @Override
    public Optional<InetAddress> clientAddress() {
        return facts.request.client().map(IpAddress::toInetAddress);
    }

    @Override
    public String callbackUrl() {
        return facts.callbackUrl;
    }

    @Override
    public void keep(Object value) {
        facts.kept.set(value);
    }

    @Override
    public <T> Optional<T> kept(Class<T> type) {
        return Optional.ofNullable(facts.kept.get()).filter(type::isInstance).map(type::cast);
    }

    @Override
    public void publishAccountChange(String kind, Claims details) {
        var id = user.id();
        if (id == null) throw new IllegalStateException("a user who is not stored has no account that changes");
        facts.publisher.accountChanged(kind, id, details);
    }

    @Override
    public String seal() {
        return sealing.apply(this);
    }
}
