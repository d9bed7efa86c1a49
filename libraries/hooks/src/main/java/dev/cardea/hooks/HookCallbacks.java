package dev.cardea.hooks;

import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.ApplicationException;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.RedirectParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.SignInParams;
import dev.cardea.hook.SiteCallback;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The library's callbacks, answered by the application. Names that are not listed keep their default. */
final class HookCallbacks {
    private final HookedApplications applications;

    HookCallbacks(HookedApplications applications) {
        this.applications = applications;
    }

    /** @param listed the names that the settings list; {@code null}: the application says which it has */
    Callbacks of(@Nullable Set<String> listed) {
        var names = listed == null ? HookSettings.CALLBACKS : listed;
        var all = Callbacks.DEFAULT;
        if (listed == null) all = all.whereSet(applications::mayAnswer);
        if (names.contains("signIn")) all = all.signIn(this::signIn);
        if (names.contains("redirect")) all = all.redirect(this::redirect);
        if (names.contains("jwt")) all = all.jwt((SiteCallback<JwtParams, @Nullable Claims>) this::jwt);
        if (names.contains("session"))
            all = all.session((SiteCallback<SessionParams, @Nullable Session>) this::session);
        if (names.contains("authorized")) all = all.authorized(this::authorized);
        return all;
    }

    CredentialsProvider.Authorize authorize(String provider) {
        return (credentials, request) -> authorize(provider, credentials, request);
    }

    private Decision signIn(SignInParams params) {
        var answer = askToDecide("signIn", HookParams.of(params));
        if (answer.isDefault()) return Callbacks.DEFAULT.signIn().apply(params);
        if (answer.result() instanceof Boolean allowed) return Decision.allowIf(allowed);
        if (answer.result() instanceof String url) return url.isEmpty() ? Decision.deny() : Decision.redirectTo(url);
        throw wrong("signIn", "true, false or a text");
    }

    /** @throws ApplicationUnavailableException where the application did not decide in time */
    boolean allows(String callback, Claims params) {
        var answer = askToDecide(callback, params);
        if (answer.isDefault()) return true;
        if (answer.result() instanceof Boolean allowed) return allowed;
        throw wrong(callback, "true or false");
    }

    /** @throws ApplicationUnavailableException where the application did not decide in time */
    Optional<String> choose(String callback, Claims params, Collection<String> choices) {
        var answer = askToDecide(callback, params);
        if (answer.isDefault()) return Optional.empty();
        if (answer.result() instanceof String chosen && choices.contains(chosen)) return Optional.of(chosen);
        throw wrong(callback, "one of " + String.join(", ", new TreeSet<>(choices)));
    }

    /**
     * What the application threw is the reason in its own words, as a callback in this process would have thrown it.
     *
     * @throws ApplicationUnavailableException where it did not decide in time: a slow database is not a rejection
     */
    private HookAnswer askToDecide(String callback, Claims params) {
        try {
            return ask(callback, params);
        } catch (HookException e) {
            if (e.getCause() instanceof ApplicationException thrown) throw thrown;
            if (e.isTimeout()) throw new ApplicationUnavailableException(String.valueOf(e.getMessage()), e);
            throw e;
        }
    }

    /** Before the application has answered, the default sends visitors to this site only. */
    private @Nullable String redirect(RedirectParams params) {
        if (!applications.current().registration().isKnown())
            return Callbacks.DEFAULT.redirect().apply(params);
        var answer = ask("redirect", HookParams.of(params));
        if (answer.isDefault()) return Callbacks.DEFAULT.redirect().apply(params);
        if (answer.result() instanceof String url && !url.isEmpty()) return url;
        throw wrong("redirect", "a text that is not empty");
    }

    private @Nullable Claims jwt(JwtParams params) {
        var answer = ask("jwt", HookParams.of(params));
        if (answer.isDefault()) return Callbacks.DEFAULT.jwt().apply(params);
        if (answer.result() == null) return null;
        if (answer.result() instanceof Map<?, ?> token) return Claims.of(token);
        throw wrong("jwt", "an object or null");
    }

    private @Nullable Session session(SessionParams params) {
        var answer = ask("session", HookParams.of(params));
        if (answer.isDefault()) return Callbacks.DEFAULT.session().apply(params);
        if (answer.result() == null) return null;
        // Any other value would be a session, and so a signed-in visitor, to a page that asks whether there is one.
        if (answer.result() instanceof Map<?, ?> session) return Session.of(Claims.of(session));
        throw wrong("session", "an object or null");
    }

    /**
     * Who sees a page is unknown where the application gives no decision.
     *
     * @throws ApplicationUnavailableException so that the page is answered by 503
     */
    private Decision authorized(AuthorizedParams params) {
        try {
            var answer = ask("authorized", HookParams.of(params));
            if (answer.isDefault()) return Callbacks.DEFAULT.authorized().apply(params);
            if (answer.result() instanceof Boolean allowed) return Decision.allowIf(allowed);
            throw wrong("authorized", "true or false");
        } catch (AccessDeniedException e) {
            return Decision.deny();
        } catch (HookException | CredentialsSignInException e) {
            throw new ApplicationUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<User> authorize(String provider, Claims credentials, Request request) {
        var answer = ask("authorize", HookParams.of(provider, credentials, request));
        if (answer.isDefault()) throw new HookException("callbacks/authorize", "has no default; return 200", null);
        if (answer.result() == null) return Optional.empty();
        if (answer.result() instanceof Map<?, ?> user) return Optional.of(User.of(Claims.of(user)));
        throw wrong("authorize", "an object or null");
    }

    HookAnswer ask(String callback, Claims params) {
        var to = applications.current();
        if (!to.answers(callback)) return HookAnswer.DEFAULT;
        var name = "callbacks/" + callback;
        var body = params.toJson().getBytes(StandardCharsets.UTF_8);
        return HookSteps.ask(callback, () -> HookAnswer.of(name, to.post(name, body, Map.of())));
    }

    static HookException wrong(String callback, String wanted) {
        return new HookException("callbacks/" + callback, "must answer " + wanted, null);
    }
}
