package dev.cardea.internal.method.email;

import dev.cardea.action.AuthRequest;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AccessDeniedException;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.SignInParams;
import dev.cardea.http.Cookie;
import dev.cardea.http.Form;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.method.Beginner;
import dev.cardea.internal.method.InvalidCodeException;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Outcome;
import dev.cardea.internal.method.RequestedCode;
import dev.cardea.internal.method.SignInMethod;
import dev.cardea.internal.method.SignInStart;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.EmailAddress;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.module.MailedCode;
import dev.cardea.module.Proof;
import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.LinkRead;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.VerificationRequest;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sends a link or a code, and takes it back once, with the address it was sent to. */
public final class EmailMethod implements SignInMethod {
    /** The claim for the links that a signed-in user has requested in this browser. */
    private static final String LINKS = "links";

    private static final int MAX_LINKS = 3;

    /** The claim for the address that a code was sent to. */
    private static final String ADDRESS = "email";

    private static final Traits LINK = traits(Traits.CallbackGet.COMPLETE, Traits.CsrfToken.NOT_NEEDED);
    private static final Traits CONFIRMED_LINK = traits(Traits.CallbackGet.CONFIRM, Traits.CsrfToken.REQUIRED);
    private static final Traits BOUND_CODE = traits(Traits.CallbackGet.BOUND, Traits.CsrfToken.REQUIRED);

    private static final Proof PROOF = Proof.of(ProviderType.EMAIL.wire(), "email");

    private final EmailProvider provider;
    private final Store store;
    private final Callbacks callbacks;
    private final BiFunction<String, String, String> redirect;
    private final BiConsumer<String, AuthRequest> allowance;
    private final Secrets secrets;
    private final SealedCookies sealed;
    private final ShortCodes shortCodes;
    private final Randomness randomness;
    private final Clock clock;
    private final SiteName siteName;
    private final Theme theme;
    private final Set<String> withheld;

    /**
     * @param redirect makes an absolute address of what the {@code signIn} callback returned, given the origin
     * @param allowance throws where no mail may go to this mailbox for this request; asked before anything is looked up
     * @param sealed names the browser that requested a short code
     * @param withheld the fields of a form for several methods that no sender may see
     */
    public EmailMethod(
            EmailProvider provider,
            Store store,
            Callbacks callbacks,
            BiFunction<String, String, String> redirect,
            BiConsumer<String, AuthRequest> allowance,
            Secrets secrets,
            SealedCookies sealed,
            Randomness randomness,
            Clock clock,
            SiteName siteName,
            Theme theme,
            Set<String> withheld) {
        this.provider = provider;
        this.store = store;
        this.callbacks = callbacks;
        this.redirect = redirect;
        this.allowance = allowance;
        this.secrets = secrets;
        this.sealed = sealed;
        this.randomness = randomness;
        this.clock = clock;
        this.siteName = siteName;
        this.theme = theme;
        this.withheld = withheld;
        shortCodes = new ShortCodes(store, provider.id(), suffixes());
    }

    private static Traits traits(Traits.CallbackGet get, Traits.CsrfToken csrf) {
        return new Traits(
                Traits.Start.REQUEST,
                get,
                csrf,
                Traits.Registration.BY_EMAIL,
                Traits.EmailProof.MAILBOX,
                true,
                ErrorType.OAUTH_ACCOUNT_NOT_LINKED);
    }

    @Override
    public Traits traits() {
        if (provider.codes()) return BOUND_CODE;
        return provider.confirmLinks() ? CONFIRMED_LINK : LINK;
    }

    @Override
    public Optional<RequestedCode> requestedCode(MethodRequest request) {
        if (!provider.codes()) return Optional.empty();
        return Optional.of(new RequestedCode(
                provider.id(),
                earlier(request).map(asked -> asked.text(ADDRESS)).orElse(null)));
    }

    @Override
    public SignInStart begin(MethodRequest request) {
        var identifier = identifier(request);
        allowance.accept(identifier, request.authRequest());
        var decision = ask(identifier);
        if (decision instanceof Decision.RedirectTo to) {
            return new SignInStart(
                    redirect.apply(to.url(), request.authRequest().origin()), List.of());
        }
        if (!(decision instanceof Decision.Allow))
            throw new AccessDeniedException("the signIn callback returned false", null);
        var cookies = send(identifier, request.without(withheld));
        return new SignInStart(
                request.authRequest().baseUrl() + "/verify-request?provider=" + Form.encode(provider.id())
                        + "&type=email",
                cookies);
    }

    @Override
    public Outcome complete(MethodRequest request) {
        var asked = asked(request);
        var email = provider.codes() ? codeAddress(request, asked) : required("email", request.authRequest());
        var token = provider.codes() ? enteredCode(request) : required("token", request.authRequest());
        var redeemed = redeem(email, token, asked.text("value"));
        var identifier = redeemed.code().identifier();
        var user = callbacks.isSignInSet() ? userOf(identifier) : provisional(identifier);
        var account = account(identifier, user);
        return new VerifiedIdentity(
                        traits(),
                        new VerifiedIdentity.Subject(user, account),
                        VerifiedIdentity.Evidence.of(PROOF),
                        new VerifiedIdentity.Completion(cleared(request), redeemed.restore()))
                .beginner(Beginner.of(
                        links(asked).contains(linkId(identifier, token)) ? asked.text(SealedCookies.BEGINNER) : null));
    }

    /** The browser's cookie says where its code was sent. A code for another address can't be redeemed here. */
    private String codeAddress(MethodRequest request, Claims asked) {
        var sent = asked.text(ADDRESS);
        var entered = sent(ADDRESS, request.authRequest());
        if (sent != null && (entered == null || entered.isEmpty() || isAddress(entered, sent))) return sent;
        observe(LinkRead.Result.UNKNOWN);
        throw InvalidCodeException.wrong(provider.id(), 0);
    }

    private boolean isAddress(String entered, String address) {
        try {
            return normalize(entered).equals(address);
        } catch (RuntimeException e) {
            return false;
        }
    }

    private String enteredCode(MethodRequest request) {
        var code = MailedCode.read(sent("token", request.authRequest()));
        if (MailedCode.is(code)) return code;
        observe(LinkRead.Result.UNKNOWN);
        throw InvalidCodeException.malformed(provider.id());
    }

    private static @Nullable String sent(String name, AuthRequest request) {
        return request.isPost() ? request.field(name) : request.query().get(name);
    }

    /** The cookie of a code stays, so that its link is recognized as used. It expires after a quarter of an hour. */
    private List<Cookie> cleared(MethodRequest request) {
        if (provider.codes()) return List.of();
        return isAsked(request) ? List.of(request.cookies().deleted(AuthCookie.EMAIL_CODE)) : List.of();
    }

    /**
     * The last links that the signed-in user has requested in this browser, since a mail may be late and a second one
     * requested; {@code null} if no user is signed in.
     */
    private @Nullable String links(MethodRequest request, String identifier, String token) {
        var beginner = request.beginner();
        if (beginner == null) return null;
        var earlier = earlier(request)
                .filter(claims -> beginner.equals(claims.text(SealedCookies.BEGINNER)))
                .map(EmailMethod::links)
                .orElse(List.of());
        return Stream.concat(Stream.of(linkId(identifier, token)), earlier.stream())
                .limit(MAX_LINKS)
                .collect(Collectors.joining(" "));
    }

    private Optional<Claims> earlier(MethodRequest request) {
        return sealed.earlier(
                request.cookies(), AuthCookie.EMAIL_CODE, request.authRequest().cookies(), provider.id());
    }

    private static List<String> links(Claims asked) {
        var links = asked.text(LINKS);
        return links == null ? List.of() : List.of(links.split(" "));
    }

    private static String linkId(String identifier, String token) {
        return Hashes.sha256Hex(identifier + "\n" + token);
    }

    private static boolean isAsked(MethodRequest request) {
        return request.authRequest().cookies().containsKey(request.cookies().name(AuthCookie.EMAIL_CODE));
    }

    /** A link that is confirmed comes back as a form, any other one by its address alone. */
    private String required(String name, AuthRequest request) {
        var sent =
                provider.confirmLinks() ? request.field(name) : request.query().get(name);
        if (sent != null && !sent.isEmpty()) return sent;
        throw new AuthException(ErrorType.VERIFICATION, "the link has no " + name, null, provider.id());
    }

    private String identifier(MethodRequest request) {
        var accepted = request.authRequest().field("email");
        try {
            if (accepted == null) throw new IllegalArgumentException("no email address was sent");
            return normalize(accepted);
        } catch (RuntimeException e) {
            throw new AuthException(ErrorType.EMAIL_SIGNIN, "the email address can't be used", e, provider.id());
        }
    }

    private String normalize(String entered) {
        var own = provider.normalizeIdentifier();
        return own == null ? EmailAddress.normalize(entered) : own.apply(entered);
    }

    private User userOf(String identifier) {
        return store.getUserByEmail(identifier).orElseGet(() -> provisional(identifier));
    }

    /** The user as the store would make it; who it is after all is decided when it is registered. */
    private User provisional(String identifier) {
        return User.of(
                Claims.of("id", randomness.uuid()).with("email", identifier).with("emailVerified", null));
    }

    private Account account(String identifier, User user) {
        return Account.of(provider.id(), identifier, ProviderType.EMAIL).with("userId", user.id());
    }

    private Decision ask(String identifier) {
        if (!callbacks.isSignInSet()) return Decision.allow();
        var user = userOf(identifier);
        try {
            return callbacks.signIn().apply(new SignInParams(user, account(identifier, user), null, true, null));
        } catch (ApplicationUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AccessDeniedException(e.getMessage(), e);
        }
    }

    /** The row is written before the mail leaves, and removed when the mail does not. */
    private List<Cookie> send(String identifier, MethodRequest request) {
        var token = newToken();
        joinFlow(identifier, token);
        boolean isShort = provider.codes() || ShortCodes.isShort(token);
        var browser = isShort || request.beginner() != null ? randomness.base64Url(32) : null;
        var stored = store(identifier, token, isShort ? browser : null);
        try {
            var mail = mail(identifier, token, stored.expires(), request);
            MailSteps.observe(ProviderId.of(provider), () -> provider.sender().send(mail));
        } catch (RuntimeException e) {
            undo(stored, e);
            throw new AuthException(ErrorType.EMAIL_SIGNIN, "the email couldn't be sent", e, provider.id());
        }
        if (provider.codes()) endEarlier(request);
        if (browser == null) return List.of();
        // A link may be opened as long as it is valid; codes are typed soon.
        var links = links(request, identifier, token);
        var claims = Claims.of("value", browser)
                .with("provider", provider.id())
                .withPresent(ADDRESS, provider.codes() ? identifier : null)
                .withPresent(SealedCookies.BEGINNER, request.beginner())
                .withPresent(LINKS, links);
        return List.of(remember(request, claims, isShort ? SealedCookies.LIFE : provider.maxAge()));
    }

    /** A new code replaces the one before it. Its browser has a new name, which no one who saw the older cookie knows. */
    private void endEarlier(MethodRequest request) {
        earlier(request).ifPresent(asked -> {
            var email = asked.text(ADDRESS);
            var browser = asked.text("value");
            if (email != null && browser != null) shortCodes.end(email, browser);
        });
    }

    private Cookie remember(MethodRequest request, Claims claims, Duration life) {
        return sealed.seal(request.cookies(), AuthCookie.EMAIL_CODE, claims, false, life);
    }

    private ShortCodes.StoredCode store(String identifier, String token, @Nullable String browser) {
        var expires = clock.instant().plus(provider.maxAge());
        if (browser != null && provider.codes()) return shortCodes.storeBound(identifier, token, browser, expires);
        if (browser != null) return shortCodes.store(identifier, token, browser, expires);
        var row = new VerificationToken(identifier, hash(token, suffixes().get(0)), expires);
        store.createVerificationToken(row);
        return new ShortCodes.StoredCode(expires, () -> store.useVerificationToken(row.identifier(), row.token()));
    }

    private VerificationRequest mail(String identifier, String token, Instant expires, MethodRequest request) {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("callbackUrl", request.callbackUrl());
        parameters.put("token", token);
        parameters.put("email", identifier);
        var url = request.providerCallbackUrl(provider.id()) + "?" + Form.encode(parameters);
        return new VerificationRequest(
                identifier,
                url,
                token,
                expires,
                provider,
                siteName.at(url),
                theme,
                request.authRequest().http().body(request.authRequest().body().toJson()));
    }

    private String newToken() {
        if (provider.codes()) return MailedCode.random(randomness);
        var generator = provider.generateVerificationToken();
        var own = generator == null ? null : generator.get();
        return own == null ? randomness.hex(32) : own;
    }

    private static void undo(ShortCodes.StoredCode stored, RuntimeException failure) {
        try {
            stored.undo().run();
        } catch (AuthException e) {
            failure.addSuppressed(e);
        }
    }

    /** By address and token together: a short code alone would be tried against the mailboxes of all users at once. */
    private ShortCodes.RedeemedCode redeem(String email, String token, @Nullable String browser) {
        joinFlow(email, token);
        if (provider.codes()) return redeemBound(email, token, String.valueOf(browser));
        var redeemed = provider.generateVerificationToken() != null && ShortCodes.isShort(token)
                ? shortCodes.redeem(email, token, browser)
                : link(email, token).map(row -> new ShortCodes.RedeemedCode(row, () -> restore(row)));
        var result = redeemed.map(it -> validate(it.code(), email)).orElse(LinkRead.Result.UNKNOWN);
        observe(result);
        if (result == LinkRead.Result.OK) return redeemed.orElseThrow();
        throw new AuthException(ErrorType.VERIFICATION, null, null, provider.id());
    }

    private ShortCodes.RedeemedCode redeemBound(String email, String code, String browser) {
        var guess = shortCodes.redeemBound(email, code, browser);
        var result = guess.redeemed().map(it -> validate(it.code(), email)).orElse(LinkRead.Result.UNKNOWN);
        observe(result);
        if (result == LinkRead.Result.OK) return guess.redeemed().orElseThrow();
        throw InvalidCodeException.wrong(provider.id(), guess.triesLeft());
    }

    private void observe(LinkRead.Result result) {
        Observation.current().add(new LinkRead(ProviderId.of(provider), result));
    }

    private LinkRead.Result validate(VerificationToken code, String email) {
        if (code.expires().isBefore(clock.instant())) return LinkRead.Result.EXPIRED;
        return code.identifier().equals(email) ? LinkRead.Result.OK : LinkRead.Result.UNKNOWN;
    }

    /** The mail and its link are one sign-in: both hold the token. */
    private static void joinFlow(String identifier, String token) {
        var observation = RequestObservation.current();
        if (observation != null) observation.join(observation.flowOf(identifier + "\n" + token));
    }

    private Optional<VerificationToken> link(String email, String token) {
        for (var suffix : suffixes()) {
            var row = store.useVerificationToken(email, hash(token, suffix));
            if (row.isPresent()) return row;
        }
        return Optional.empty();
    }

    /**
     * The name of this browser, and the user who was signed in there, if it has requested the mail. A cookie that cannot be
     * opened counts as absent.
     */
    private Claims asked(MethodRequest request) {
        if (!isAsked(request)) return Claims.NONE;
        try {
            return sealed.openClaims(
                    request.cookies(),
                    AuthCookie.EMAIL_CODE,
                    request.authRequest().cookies(),
                    provider.id());
        } catch (AuthException e) {
            return Claims.NONE;
        }
    }

    private void restore(VerificationToken row) {
        store.createVerificationToken(row);
    }

    /** Hashes as they are written first, then as they were before a secret was rotated. */
    private List<String> suffixes() {
        var own = provider.secret();
        return own == null ? secrets.hashSuffixes() : List.of(own);
    }

    private static String hash(String token, String suffix) {
        return Hashes.sha256Hex(token + suffix);
    }
}
