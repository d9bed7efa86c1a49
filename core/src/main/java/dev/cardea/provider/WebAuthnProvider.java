package dev.cardea.provider;

import dev.cardea.ceremony.Ceremonies;
import dev.cardea.http.Request;
import dev.cardea.model.ProviderType;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in with a passkey (experimental; needs {@code experimental.enableWebAuthn}). Immutable; each method that sets
 * returns a changed copy. {@code cardea-webauthn} makes them: {@code Passkey.provider()}, {@code WebAuthn.provider()}.
 */
public final class WebAuthnProvider implements Provider {
    private final Fields fields;

    private WebAuthnProvider(Fields fields) {
        this.fields = fields;
    }

    /** @param ceremonies reads what browsers send; a WebAuthn library */
    public static WebAuthnProvider of(String id, String name, Ceremonies ceremonies) {
        return new WebAuthnProvider(new Fields(id, name, Objects.requireNonNull(ceremonies, "ceremonies")));
    }

    public WebAuthnProvider id(String id) {
        return with(f -> f.id = id);
    }

    public WebAuthnProvider name(String name) {
        return with(f -> f.name = name);
    }

    /** Whether browsers offer passkeys in the autofill of the sign-in page; one provider at most. On unless set. */
    public WebAuthnProvider enableConditionalUI(boolean on) {
        return with(f -> f.enableConditionalUI = on);
    }

    /** The fields of the form on the sign-in page; {@code email} unless set. */
    public WebAuthnProvider formFields(Map<String, CredentialInput> inputs) {
        return with(f -> f.formFields = Collections.unmodifiableMap(new LinkedHashMap<>(inputs)));
    }

    /** {@code v1.2.3}, or {@code null}; kept for configurations that have it, the page has a script of its own. */
    public WebAuthnProvider simpleWebAuthnBrowserVersion(@Nullable String version) {
        return with(f -> f.simpleWebAuthnBrowserVersion = version);
    }

    /** Changes who asks; the site of the request unless set. */
    public WebAuthnProvider relyingParty(BiFunction<RelyingParty, Request, RelyingParty> change) {
        return with(f -> f.relyingParty = change);
    }

    /** The domain that passkeys belong to, such as {@code example.com} for a site at {@code login.example.com}. */
    public WebAuthnProvider rpId(String domain) {
        var before = fields.relyingParty;
        return relyingParty((site, request) -> before.apply(site, request).id(domain));
    }

    /**
     * Whether the authenticator has to recognise its user, by a PIN or a finger; preferred unless set. What is required
     * is also checked.
     */
    public WebAuthnProvider userVerification(Requirement requirement) {
        return with(f -> f.userVerification = requirement);
    }

    /** Whether the authenticator has to keep the passkey, so that nobody types a name; preferred unless set. */
    public WebAuthnProvider residentKey(Requirement requirement) {
        return with(f -> f.residentKey = requirement);
    }

    /** How long a browser may ask; five minutes unless set. */
    public WebAuthnProvider timeout(Duration time) {
        return with(f -> f.timeout = time);
    }

    /** Whose word browsers ask for (§5.4.7): {@code none} unless set. Judge it in {@link #accepts}. */
    public WebAuthnProvider attestation(String conveyance) {
        return with(f -> f.attestation = conveyance);
    }

    /** The signatures that are accepted, best first, as COSE numbers; -8 (EdDSA), -7 (ES256), -257 (RS256) unless set. */
    public WebAuthnProvider algorithms(long... numbers) {
        return with(f -> f.algorithms = LongStream.of(numbers).boxed().toList());
    }

    /** Refuses new passkeys that a policy does not want; all are accepted unless set. */
    public WebAuthnProvider accepts(Predicate<NewPasskey> policy) {
        return with(f -> f.accepts = policy);
    }

    /**
     * Whether somebody nobody knows may become a user with a passkey; yes unless set. An address that is entered there is
     * not proven. Without it passkeys are added by users who are signed in, and options tell no address from another.
     */
    public WebAuthnProvider signUp(boolean allowed) {
        return with(f -> f.signUp = allowed);
    }

    @Override
    public String id() {
        return fields.id;
    }

    @Override
    public String name() {
        return fields.name;
    }

    @Override
    public ProviderType type() {
        return ProviderType.WEBAUTHN;
    }

    public Ceremonies ceremonies() {
        return fields.ceremonies;
    }

    public boolean enableConditionalUI() {
        return fields.enableConditionalUI;
    }

    public Map<String, CredentialInput> formFields() {
        return fields.formFields;
    }

    public @Nullable String simpleWebAuthnBrowserVersion() {
        return fields.simpleWebAuthnBrowserVersion;
    }

    /** Who asks, for a request to a site. */
    public RelyingParty relyingParty(String origin, Request request) {
        return fields.relyingParty.apply(RelyingParty.of(origin), request);
    }

    public Requirement userVerification() {
        return fields.userVerification;
    }

    public Requirement residentKey() {
        return fields.residentKey;
    }

    public Duration timeout() {
        return fields.timeout;
    }

    public String attestation() {
        return fields.attestation;
    }

    public List<Long> algorithms() {
        return fields.algorithms;
    }

    public boolean accepts(NewPasskey passkey) {
        return fields.accepts.test(passkey);
    }

    public boolean allowsSignUp() {
        return fields.signUp;
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.webAuthn(this);
    }

    @Override
    public String toString() {
        return "WebAuthnProvider[" + fields.id + "]";
    }

    private WebAuthnProvider with(Consumer<Fields> change) {
        var copy = new Fields(fields);
        change.accept(copy);
        return new WebAuthnProvider(copy);
    }

    private static final class Fields {
        private static final CredentialInput EMAIL = CredentialInput.text("Email")
                .with("type", "email")
                .with("required", "")
                .with("autocomplete", "username webauthn");

        String id;
        String name;
        final Ceremonies ceremonies;
        boolean enableConditionalUI = true;
        Map<String, CredentialInput> formFields = Map.of("email", EMAIL);

        @Nullable String simpleWebAuthnBrowserVersion;

        BiFunction<RelyingParty, Request, RelyingParty> relyingParty = (site, request) -> site;
        Requirement userVerification = Requirement.PREFERRED;
        Requirement residentKey = Requirement.PREFERRED;
        Duration timeout = Duration.ofMinutes(5);
        String attestation = "none";
        List<Long> algorithms = List.of(-8L, -7L, -257L);
        Predicate<NewPasskey> accepts = passkey -> true;
        boolean signUp = true;

        Fields(String id, String name, Ceremonies ceremonies) {
            this.id = id;
            this.name = name;
            this.ceremonies = ceremonies;
        }

        Fields(Fields from) {
            this(from.id, from.name, from.ceremonies);
            enableConditionalUI = from.enableConditionalUI;
            formFields = from.formFields;
            simpleWebAuthnBrowserVersion = from.simpleWebAuthnBrowserVersion;
            relyingParty = from.relyingParty;
            userVerification = from.userVerification;
            residentKey = from.residentKey;
            timeout = from.timeout;
            attestation = from.attestation;
            algorithms = from.algorithms;
            accepts = from.accepts;
            signUp = from.signUp;
        }
    }
}
