package dev.cardea.module;

import dev.cardea.action.AuthRequest;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Login;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A sign-in whose first proof has been accepted, as a {@link SignInStep} sees it. Not for sharing between threads. */
public interface SignInAttempt {
    /** Returns the user as stored. One who is not stored yet is as the sign-in method describes them. */
    User user();

    /** Returns whether this sign-in stores the user for the first time. */
    boolean isNewUser();

    /** Returns the account, with everything that the provider returned. Its type is that of the sign-in method. */
    Account account();

    /** Returns what the provider says of the user; {@code null} unless an OAuth provider was asked. */
    @Nullable Profile profile();

    /** Returns the proof of the sign-in method, and then those with which the sign-in was resumed. */
    List<Proof> proofs();

    /** Returns whether the sign-in was paused, and is being resumed. */
    boolean isResumed();

    /**
     * Returns whether the visitor has proven in this sign-in to receive the user's email. The account's ID is then the
     * address, in its normal form.
     */
    boolean provesMailbox();

    /** Returns whether the account is new, and its user is not. In {@link SignInStep#prepare}, as far as it is known. */
    boolean isLinking();

    /** Returns who is signed in in this browser; empty if no user is. */
    Optional<User> signedIn();

    /**
     * Returns the login that this sign-in replaces or, with a new account, adds to; empty if no user is signed in, and with
     * the strategy {@code jwt}.
     */
    Optional<Login> login();

    /** Returns the request that proves the identity, or with which the sign-in was resumed. It has no withheld fields. */
    AuthRequest request();

    /** Returns the cookies of the request. */
    Map<String, String> cookies();

    /** Returns whether the site is reached over https, for {@link ModuleCookie}. */
    boolean isHttps();

    /** Returns a field of the request's form, or else of its query; {@code null} if it has none of this name. */
    @Nullable String field(String name);

    /** Returns the client's IP address, as for rate limits; empty if it is unknown. */
    Optional<InetAddress> clientAddress();

    /** Returns where the visitor wants to go afterwards, validated by the {@code redirect} callback. */
    String callbackUrl();

    /** Keeps a value for the later calls of this sign-in, over an earlier one. A resumed sign-in has none at first. */
    void keep(Object value);

    /** Returns the value that was kept; empty if there is none, or it is of another type. */
    <T> Optional<T> kept(Class<T> type);

    /**
     * Publishes the event {@code accountChanged}, as {@code RouteRequest.publishAccountChange} does, for the user of this
     * sign-in. In a unit of work call it afterwards, by {@code unit.afterUnit(…)}.
     *
     * @throws IllegalStateException if the user is not stored yet
     */
    void publishAccountChange(String kind, Claims details);

    /**
     * Returns the sign-in, encrypted, for {@code RouteRequest.resume}. It can be opened for ten minutes, more than once: a
     * module stores it, and takes it out before it resumes. Only for a {@link Verdict.Pause}.
     *
     * @throws IllegalStateException before {@link SignInStep#decide}
     */
    String seal();
}
