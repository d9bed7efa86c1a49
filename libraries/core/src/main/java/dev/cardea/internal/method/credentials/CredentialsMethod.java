package dev.cardea.internal.method.credentials;

import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.internal.limit.AccountName;
import dev.cardea.internal.limit.Permit;
import dev.cardea.internal.limit.RateLimitGuard;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Outcome;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.net.IpAddress;
import dev.cardea.internal.observe.ObservedCallbacks;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import dev.cardea.observe.Callback;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.token.Randomness;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the application to check what the visitor entered. */
public final class CredentialsMethod implements SignInMethod {
    private static final Traits TRAITS = new Traits(
            Traits.Start.FORM,
            Traits.CallbackGet.REJECT,
            Traits.CsrfToken.REQUIRED,
            Traits.Registration.NEVER,
            Traits.EmailProof.NONE,
            true,
            ErrorType.ACCOUNT_NOT_LINKED);

    private static final Proof PROOF = Proof.of(ProviderType.CREDENTIALS.wire(), "pwd");

    private final CredentialsProvider provider;
    private final AccountName accountName;
    private final Randomness randomness;
    private final boolean needsStoredUser;
    private final @Nullable Store users;

    /**
     * @param needsStoredUser whether {@code authorize} has to have found its user in the store
     * @param users where that is checked; {@code null} if the unit of work of the sign-in does it
     */
    public CredentialsMethod(
            CredentialsProvider provider, Randomness randomness, boolean needsStoredUser, @Nullable Store users) {
        this.provider = provider;
        accountName = AccountName.of(provider);
        this.randomness = randomness;
        this.needsStoredUser = needsStoredUser;
        this.users = users;
    }

    @Override
    public Traits traits() {
        return TRAITS;
    }

    /** Counts by client and by account name. */
    @Override
    public Permit permit(RateLimitGuard guard, MethodRequest request, Optional<IpAddress> client) {
        return guard.credentials(accountName, entered(request).readable(), client);
    }

    @Override
    public Outcome complete(MethodRequest request) {
        var credentials = entered(request).required();
        var user =
                withId(authorize(credentials, bodyAsJson(request.authRequest().http(), credentials)));
        var account = Account.of(provider.id(), Objects.requireNonNull(user.id()), ProviderType.CREDENTIALS);
        return new VerifiedIdentity(
                TRAITS,
                new VerifiedIdentity.Subject(user, account),
                VerifiedIdentity.Evidence.of(PROOF, credentials.without(provider.withheld())),
                VerifiedIdentity.Completion.NONE);
    }

    private EnteredCredentials entered(MethodRequest request) {
        return EnteredCredentials.parse(provider, request.authRequest().body());
    }

    private User authorize(Claims credentials, Request request) {
        Optional<User> user;
        try {
            var authorize = Objects.requireNonNull(provider.authorize());
            user = ObservedCallbacks.call(Callback.AUTHORIZE, () -> authorize.authorize(credentials, request));
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AuthException(ErrorType.CALLBACK_ROUTE_ERROR, "authorize threw", e, provider.id());
        }
        return user.orElseThrow(() -> new CredentialsSignInException("authorize found no user"));
    }

    private User withId(User user) {
        var id = user.id();
        if (!needsStoredUser) return user.with("id", id == null ? randomness.uuid() : id);
        if (id == null || (users != null && users.getUser(id).isEmpty())) throw unknownUser(provider.id());
        return user;
    }

    /** Says that {@code authorize} returned a user whom the store doesn't have. */
    public static ConfigurationException unknownUser(String provider) {
        return new ConfigurationException(
                ErrorType.INVALID_CONFIGURATION,
                "with databaseSessions the authorize function of " + provider + " must return the ID "
                        + "of a stored user; create the user first");
    }

    private static Request bodyAsJson(Request request, Claims credentials) {
        return request.body(Json.print(credentials));
    }
}
