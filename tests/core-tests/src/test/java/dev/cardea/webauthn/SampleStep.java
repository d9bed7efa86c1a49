package dev.cardea.webauthn;

import dev.cardea.AuthConfig;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.Store;
import dev.cardea.config.Env;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.module.CsrfRule;
import dev.cardea.module.Extension;
import dev.cardea.module.Proof;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.module.SignInAttempt;
import dev.cardea.module.SignInStep;
import dev.cardea.module.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** A module that asks for a code after the first proof, as a module of an application would be written. */
final class SampleStep implements SignInStep, Extension<AuthConfig.Builder> {
    static final String CODE = "123456";

    /** What the module stores of a pause. */
    record Pause(String userId, String sealed) {}

    final Map<String, Pause> pauses = new ConcurrentHashMap<>();
    final List<SignInAttempt> prepared = new CopyOnWriteArrayList<>();
    final List<SignInAttempt> decided = new CopyOnWriteArrayList<>();
    final List<String> opened = new CopyOnWriteArrayList<>();
    final List<String> verified = new CopyOnWriteArrayList<>();
    volatile BiConsumer<SignInAttempt, Store> preparing = (attempt, store) -> {};
    volatile Function<SignInAttempt, Verdict> admitting = newcomer -> Verdict.proceed();
    volatile Function<SignInAttempt, Verdict> deciding = this::pauseWithoutCode;
    volatile Runnable opening = () -> {};

    @Override
    public void configure(AuthConfig.Builder config, Env env) {
        config.signInStep(this).route(new CodeRoute());
    }

    @Override
    public void prepare(SignInAttempt attempt, Store store) {
        prepared.add(attempt);
        attempt.keep("prepared for " + attempt.user().email());
        preparing.accept(attempt, store);
    }

    @Override
    public Verdict admit(SignInAttempt newcomer, Store unit) {
        return admitting.apply(newcomer);
    }

    @Override
    public Verdict decide(SignInAttempt attempt, Store unit) {
        decided.add(attempt);
        return deciding.apply(attempt);
    }

    @Override
    public void opened(SignInAttempt attempt, String sessionId, Store unit) {
        opened.add(sessionId);
        opening.run();
    }

    @Override
    public void firstVerification(String userId, boolean isOwn, Store unit) {
        verified.add(userId + " " + isOwn);
    }

    @Override
    public boolean canSignIn(User user, Store store) {
        return "Grace".equals(user.name());
    }

    Verdict pauseWithoutCode(SignInAttempt attempt) {
        if (attempt.proofs().stream().anyMatch(proof -> proof.amr().contains("otp"))) return Verdict.proceed();
        return pause(attempt);
    }

    Verdict pause(SignInAttempt attempt) {
        var name = UUID.randomUUID().toString();
        pauses.put(name, new Pause(String.valueOf(attempt.user().id()), attempt.seal()));
        return Verdict.pause("/code?asked=1", new Cookie("pause", name, CookieOptions.DEFAULT));
    }

    private final class CodeRoute implements Route {
        @Override
        public String name() {
            return "code";
        }

        @Override
        public Set<String> methods() {
            return Set.of("GET", "POST");
        }

        @Override
        public CsrfRule csrf() {
            return CsrfRule.NONE;
        }

        @Override
        public InternalResponse answer(RouteRequest request) {
            if (!request.request().isPost()) return InternalResponse.json(200, Claims.of("code", ""), List.of());
            var pause = pauses.remove(request.request().cookies().getOrDefault("pause", ""));
            if (pause == null || !CODE.equals(request.request().field("code"))) {
                return InternalResponse.json(400, Claims.of("error", "InvalidCode"), List.of());
            }
            return request.resume(pause.userId(), pause.sealed(), List.of(Proof.of("totp", "otp", "mfa")));
        }
    }

    static Verdict refuse(SignInAttempt attempt) {
        return Verdict.refuse(ErrorType.ACCESS_DENIED);
    }
}
