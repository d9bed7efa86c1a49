package dev.cardea.accounts;

import dev.cardea.Auth;
import dev.cardea.Sessions;
import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserPage;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.module.SiteContext;
import dev.cardea.provider.Mail;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds, invites, blocks, exports and deletes users, for pages of administrators and for jobs. Safe for concurrent use.
 *
 * <pre>{@code
 * var admin = UserAdmin.of(auth, Actor.user(session.user().id()));
 * admin.block(userId, "sent spam", null);      // signed out everywhere, and can't sign in
 * }</pre>
 *
 * <p>Each change publishes the event {@code accountChanged}, whose details name the actor. Nothing here returns or sets a
 * password, a secret, a code or a token of a user.
 *
 * <p>Every method throws an {@link dev.cardea.error.AdapterException} if the store doesn't respond.
 *
 * <p><b>Security:</b> no method checks who calls it. Check the role of the user who is signed in first, in your application.
 */
public final class UserAdmin {
    private static final int MAX_REASON = 500;

    private final SiteContext context;
    private final Sessions sessions;
    private final AccountSite site;
    private final Actor actor;
    /** Where an invited visitor begins. */
    private final String startPath;

    private UserAdmin(SiteContext context, Sessions sessions, Actor actor) {
        this.context = context;
        this.sessions = sessions;
        this.actor = actor;
        var step = AccountsStep.of(context)
                .orElseThrow(() -> invalid(
                        "this site has no accounts; add UserAccounts.standard() to its extensions, or accounts: true"
                                + " to the server's file"));
        site = step.site();
        startPath = step.hasPasswords() ? "/signup" : "/signin";
    }

    /**
     * Administers the users of a site.
     *
     * @throws ConfigurationException if the configuration doesn't have {@link UserAccounts}, or if there is one for each
     *     request: then call {@link #of(Auth, Request, Actor)}
     */
    public static UserAdmin of(Auth auth, Actor actor) {
        return new UserAdmin(auth.site(), auth.sessions(), actor);
    }

    /**
     * Administers the users of the site that a request is for.
     *
     * @throws ConfigurationException if the configuration doesn't have {@link UserAccounts}, or is broken
     */
    public static UserAdmin of(Auth auth, Request request, Actor actor) {
        return new UserAdmin(auth.site(request), auth.sessions(request), actor);
    }

    /** Returns the user with this email address, or else with this ID; empty if there is none. */
    public Optional<User> find(String emailOrId) {
        var email = emailOrId.indexOf('@') < 0 ? Optional.<String>empty() : site.email(emailOrId);
        return email.flatMap(store()::getUserByEmail).or(() -> store().getUser(emailOrId));
    }

    /**
     * Returns a page of users by ID.
     *
     * @throws dev.cardea.error.AuthException of type {@code MissingAdapterMethods} if the store can't list users
     */
    public List<User> list(UserPage page) {
        return store().listUsers(page);
    }

    /**
     * Blocks a user: signed out everywhere, and refused by every sign-in method after its proof, so that no one finds out who
     * is blocked. Sign-ins that wait for a second factor, changes of the address that wait for a code, and trusted browsers
     * are forgotten. A second block replaces the first one.
     *
     * @param reason for the event and for other administrators, with at most 500 characters; put no email address into it
     * @param until when the block ends; {@code null}: by {@link #unblock}
     * @return {@code false} if there is no such user
     * @throws IllegalArgumentException if the reason is blank or too long, or if the end has passed
     */
    public boolean block(String userId, String reason, @Nullable Instant until) {
        var text = AccountCall.storable(reason).strip();
        if (text.isEmpty() || text.length() > MAX_REASON)
            throw new IllegalArgumentException("a block needs a reason of at most " + MAX_REASON + " characters");
        var now = context.clock().instant();
        if (until != null && !until.isAfter(now))
            throw new IllegalArgumentException("the end of a block is in the future");
        var block = new Block(text, now, until);
        boolean isBlocked = end(userId, unit -> block.store(unit, userId, site.randomness()));
        if (isBlocked) publish("user-blocked", userId, Claims.of("reason", text).withPresent("until", text(until)));
        return isBlocked;
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    /** Lets a user sign in again; returns whether the user was blocked. */
    public boolean unblock(String userId) {
        boolean wasBlocked = store().takeRecord(Block.KIND, userId).isPresent();
        if (wasBlocked) publish("user-unblocked", userId, Claims.NONE);
        return wasBlocked;
    }

    /** Returns the block of a user; empty if the user isn't blocked, or not any more. */
    public Optional<Block> blockOf(String userId) {
        return Block.of(store(), userId);
    }

    /**
     * Invites someone to become a user of a site with {@link SignUp#INVITED}: sends an email with a link to the page for new
     * accounts. The link gives no rights. The person who signs up proves by email to own the address, within seven days, and once. A
     * second invitation replaces the first one.
     *
     * @param fields to store with the new user, such as {@code role}; they replace what the user enters
     * @return {@code false} if the address has a user: nothing is stored and sent then
     * @throws IllegalArgumentException if the address can't be used, or for the fields {@code id}, {@code email} and
     *     {@code emailVerified}
     * @throws ConfigurationException if the site isn't one for invited users, has no public URL, or can't send emails
     * @throws AuthException of type {@code EmailSignin} if the email can't be sent; you can invite again
     */
    public boolean invite(String email, Claims fields) {
        var address = address(email);
        var invitation = new Invitation(fields, actor.toString());
        var mail = invitationMail(address);
        if (store().getUserByEmail(address).isPresent()) return false;
        invitation.store(store(), address, context.clock().instant(), site.randomness());
        publish("invitation-created", null, Claims.NONE);
        site.notices().require(mail);
        return true;
    }

    /**
     * Withdraws the invitation of an address, such as a mistyped one: its owner can't sign up with it any more. A user who
     * has signed up stays. Of calls at the same moment, one returns {@code true}.
     *
     * @return {@code false} if no invitation waits: there was none, it was accepted, or it has ended
     * @throws IllegalArgumentException if the address can't be used
     */
    public boolean withdrawInvitation(String email) {
        boolean wasInvited = Invitation.take(store(), address(email)).isPresent();
        if (wasInvited) publish("invitation-withdrawn", null, Claims.NONE);
        return wasInvited;
    }

    private String address(String email) {
        return site.email(email).orElseThrow(() -> new IllegalArgumentException("this email address can't be used"));
    }

    private Mail invitationMail(String address) {
        if (!site.signUps().isByInvitation()) {
            throw invalid(
                    "new users need no invitation on this site; set signUp to SignUp.INVITED, or to invited in the"
                            + " server's file");
        }
        var base = context.baseUrl()
                .orElseThrow(() -> invalid("an invitation has a link to the site; set its public URL (url)"));
        var locale = site.texts().locale(null);
        var further = List.of(base + startPath, site.texts().get(locale, "notice.invitation.note"));
        return site.mail("invitation", address, base, locale, further);
    }

    private static ConfigurationException invalid(String message) {
        return new ConfigurationException(ErrorType.INVALID_CONFIGURATION, message);
    }

    /** Ends all sessions of a user; returns how many there were. The user can sign in again. */
    public int endSessions(String userId) {
        int ended = sessions.endAll(userId);
        publish("sessions-ended", userId, Claims.NONE);
        return ended;
    }

    /**
     * Removes the second factors and the recovery codes of a user who has lost them, and ends all sessions. The user then signs
     * in with the first factor alone, so make sure who has asked for it. An email tells the user.
     *
     * @return {@code false} if there is no such user
     */
    public boolean resetFactors(String userId) {
        boolean isReset = end(userId, unit -> site.factors().removeAll(unit, userId));
        if (!isReset) return false;
        publish("factors-reset", userId, Claims.NONE);
        var email = store().getUser(userId).map(User::email);
        var origin = context.baseUrl();
        if (email.isPresent() && origin.isPresent()) {
            var locale = site.texts().locale(null);
            site.notices().sendNow(site.mail("factors-reset", email.get(), origin.get(), locale, List.of()));
        }
        return true;
    }

    /** Deletes a user with everything that the store has of them; returns {@code false} if there is no such user. */
    public boolean delete(String userId) {
        if (store().getUser(userId).isEmpty()) return false;
        sessions.deleteUser(userId);
        publish("account-deleted", userId, Claims.NONE);
        return true;
    }

    /** Returns what the store has about a user, without tokens and secrets; empty if there is no such user. */
    public Optional<Claims> export(String userId) {
        return store().getUser(userId)
                .map(user -> UserReport.of(store(), user).export(context.clock().instant(), false));
    }

    private boolean end(String userId, Consumer<Store> change) {
        return context.endSessions(userId, change.andThen(unit -> {
            unit.deleteRecordsByUserId(userId, SessionProofs.KIND);
            EmailChanges.forget(unit, userId);
            TrustedBrowsers.forget(unit, userId);
            site.factors().voidBegun(unit, userId);
        }));
    }

    private void publish(String kind, @Nullable String userId, Claims details) {
        context.publishAccountChange(kind, userId, details.with("actor", actor.toString()));
    }

    private Store store() {
        return context.store();
    }

    @Override
    public String toString() {
        return "UserAdmin[" + actor + "]";
    }
}
