package dev.cardea.provider;

import dev.cardea.http.Request;
import dev.cardea.model.ProviderType;
import dev.cardea.webauthn.spi.Ceremonies;
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
 * Sign-in with a passkey (experimental). Immutable; each setter returns a changed copy. {@code cardea-webauthn} makes
 * them: {@code Passkey.provider()}, {@code WebAuthn.provider()}.
 */
public final class WebAuthnProvider implements Provider {
    private final Fields fields;

    private WebAuthnProvider(Fields fields) {
        this.fields = fields;
    }

    /**
     * Creates a passkey provider; {@code Passkey.provider()} of {@code cardea-webauthn} calls it.
     *
     * @param ceremonies reads what browsers send; provided by a WebAuthn library
     */
    public static WebAuthnProvider of(String id, String name, Ceremonies ceremonies) {
        return new WebAuthnProvider(new Fields(id, name, Objects.requireNonNull(ceremonies, "ceremonies")));
    }

    /** Sets another ID, which is part of the site's URLs. */
    public WebAuthnProvider id(String id) {
        return with(f -> f.id = id);
    }

    /** Sets the name on the sign-in page. */
    public WebAuthnProvider name(String name) {
        return with(f -> f.name = name);
    }

    /**
     * Sets whether browsers offer passkeys in the autofill of the sign-in page; for one provider at most. On by
     * default.
     */
    public WebAuthnProvider enableConditionalUI(boolean on) {
        return with(f -> f.enableConditionalUI = on);
    }

    /** Sets the fields of the form on the sign-in page; {@code email} by default. */
    public WebAuthnProvider formFields(Map<String, CredentialInput> inputs) {
        return with(f -> f.formFields = Collections.unmodifiableMap(new LinkedHashMap<>(inputs)));
    }

    /**
     * Accepts {@code v1.2.3} or {@code null} for configurations of Auth.js; it has no effect, because the page has its
     * own script.
     */
    public WebAuthnProvider simpleWebAuthnBrowserVersion(@Nullable String version) {
        return with(f -> f.simpleWebAuthnBrowserVersion = version);
    }

    /** Changes the relying party; by default the site of the request. */
    public WebAuthnProvider relyingParty(BiFunction<RelyingParty, Request, RelyingParty> change) {
        return with(f -> f.relyingParty = change);
    }

    /** Sets the domain that passkeys belong to, such as {@code example.com} for a site at {@code login.example.com}. */
    public WebAuthnProvider rpId(String domain) {
        var before = fields.relyingParty;
        return relyingParty((site, request) -> before.apply(site, request).id(domain));
    }

    /**
     * Sets whether the authenticator must verify its user, with a PIN or a fingerprint; preferred by default. If it is
     * required, the server also checks it.
     */
    public WebAuthnProvider userVerification(Requirement requirement) {
        return with(f -> f.userVerification = requirement);
    }

    /**
     * Sets whether the authenticator must store the passkey, so that users don't have to type a name; preferred by
     * default.
     */
    public WebAuthnProvider residentKey(Requirement requirement) {
        return with(f -> f.residentKey = requirement);
    }

    /** Sets how long a browser waits for the user; five minutes by default. */
    public WebAuthnProvider timeout(Duration time) {
        return with(f -> f.timeout = time);
    }

    /**
     * Sets the attestation that browsers request (§5.4.7): {@code none} by default. Evaluate it in {@link #accepts}.
     */
    public WebAuthnProvider attestation(String conveyance) {
        return with(f -> f.attestation = conveyance);
    }

    /**
     * Sets the accepted signature algorithms, best first, as COSE numbers; -8 (EdDSA), -7 (ES256), -257 (RS256) by
     * default.
     */
    public WebAuthnProvider algorithms(long... numbers) {
        return with(f -> f.algorithms = LongStream.of(numbers).boxed().toList());
    }

    /** Sets a policy that rejects unwanted new passkeys; all are accepted by default. */
    public WebAuthnProvider accepts(Predicate<NewPasskey> policy) {
        return with(f -> f.accepts = policy);
    }

    /**
     * Sets whether an unknown visitor can create a user with a passkey; on by default. An email address that is entered
     * there is not verified. If it is off, only signed-in users can add passkeys, and the options do not reveal whether
     * an email address is known.
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

    /** Returns the relying party for a request to a site, whose own party is changed by what was set. */
    public RelyingParty relyingParty(RelyingParty site, Request request) {
        return fields.relyingParty.apply(site, request);
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
