package dev.cardea.provider;

import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.model.ProviderType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in with a link in an email (magic link), or with a code. Immutable; each setter returns a changed copy. A {@link Sender} sends
 * the email; {@code cardea-mail} has one for SMTP.
 */
public final class EmailProvider implements Provider, EmailSettings {
    /**
     * Sends the link (Auth.js: {@code sendVerificationRequest}). An exception leads to an error on the sign-in page.
     */
    @FunctionalInterface
    public interface Sender {
        void send(VerificationRequest request);

        /**
         * Sends another email, for a module. An exception says that it was not sent, and may be tried again.
         *
         * @param provider has the sender's address and the key of the service
         * @return {@code false} if this sender can't send other emails; by default it can't
         */
        default boolean send(Mail mail, EmailSettings provider) {
            return false;
        }

        /**
         * Returns whether it sends through a service that requires {@link EmailProvider#apiKey}; {@code false} by
         * default.
         */
        default boolean needsApiKey() {
            return false;
        }
    }

    private static final Duration LINK_AGE = Duration.ofDays(1);
    private static final Duration CODE_AGE = Duration.ofMinutes(10);

    private final Fields fields;

    private EmailProvider(Fields fields) {
        this.fields = fields;
    }

    /** Creates a provider whose links this sender sends. */
    public static EmailProvider of(String id, Sender sender) {
        return new EmailProvider(new Fields(id, Objects.requireNonNull(sender, "sender")));
    }

    /**
     * Creates a second provider of the same kind with its own ID. If a variable of that ID is missing, the variable of
     * the first is read.
     */
    public EmailProvider id(String id) {
        return with(f -> {
            f.id = id;
            f.ids = Stream.concat(Stream.of(id), f.ids.stream().filter(known -> !known.equals(id)))
                    .toList();
        });
    }

    /** Sets the name on the sign-in page. */
    public EmailProvider name(String name) {
        return with(f -> f.name = name);
    }

    /** Sets the sender's email address. */
    public EmailProvider from(String address) {
        return with(f -> f.from = address);
    }

    /** Sets how long a link is valid; 24 hours by default, and 10 minutes with {@link #codes}. */
    public EmailProvider maxAge(Duration age) {
        return with(f -> f.maxAge = age);
    }

    /** Sets the key of the email service; {@code AUTH_{ID}_KEY} by default. */
    public EmailProvider apiKey(@Nullable String key) {
        return with(f -> f.apiKey = key);
    }

    /** Replaces the configuration's secret in the hash of the token. */
    public EmailProvider secret(@Nullable String secret) {
        return with(f -> f.secret = secret);
    }

    /**
     * Replaces the 32 random bytes of the token; if it returns {@code null}, they are used after all. A code of less
     * than 64 bits allows five attempts, and a new one replaces it. Use at least eight digits and a {@link #maxAge} of
     * a few minutes.
     */
    public EmailProvider generateVerificationToken(Supplier<@Nullable String> generator) {
        return with(f -> {
            f.generator = generator;
            f.isGeneratorThere = null;
        });
    }

    /**
     * As above, for a generator in another process. It isn't asked with {@link #codes}.
     *
     * @param isThere whether there is one at the moment; codes that an application makes can be guessed, so failed
     *     tries are counted for each address
     */
    public EmailProvider generateVerificationToken(Supplier<@Nullable String> generator, BooleanSupplier isThere) {
        return with(f -> {
            f.generator = generator;
            f.isGeneratorThere = isThere;
        });
    }

    /** Sends the links in another way. */
    public EmailProvider sender(Sender sender) {
        return with(f -> f.sender = Objects.requireNonNull(sender, "sender"));
    }

    /** Replaces the function that normalizes email addresses. It throws an exception to reject one. */
    public EmailProvider normalizeIdentifier(UnaryOperator<String> normalizer) {
        return with(f -> f.normalizer = normalizer);
    }

    /**
     * Sets whether a link shows a page with one button before it signs the user in; off by default, as in Auth.js.
     * Email scanners open links and would otherwise use them up. It does not help against scanners that also submit
     * forms.
     */
    public EmailProvider confirmLinks(boolean on) {
        return with(f -> f.confirmLinks = on);
    }

    /**
     * Sets whether the email has a code of eight digits, which the visitor enters on the page {@code verify-request}; off
     * by default. Code and link only work in the browser that requested them, so email scanners can't use them up. They
     * are valid for 15 minutes at most. A code allows five attempts, and a new one replaces it.
     */
    public EmailProvider codes(boolean on) {
        return with(f -> f.codes = on);
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
        return ProviderType.EMAIL;
    }

    @Override
    public @Nullable String from() {
        return fields.from;
    }

    /** Returns the ids whose {@code AUTH_{ID}_KEY} this provider reads, its own first. */
    public List<String> variableIds() {
        return fields.ids;
    }

    @Override
    public Duration maxAge() {
        if (fields.maxAge != null) return fields.maxAge;
        return fields.codes ? CODE_AGE : LINK_AGE;
    }

    @Override
    public @Nullable String apiKey() {
        return fields.apiKey;
    }

    public @Nullable String secret() {
        return fields.secret;
    }

    public Sender sender() {
        return fields.sender;
    }

    /** Returns the generator; {@code null}: there is none, or not at the moment, or it is in another process and not asked. */
    public @Nullable Supplier<@Nullable String> generateVerificationToken() {
        if (fields.isGeneratorThere == null) return fields.generator;
        return !fields.codes && fields.isGeneratorThere.getAsBoolean() ? fields.generator : null;
    }

    public @Nullable UnaryOperator<String> normalizeIdentifier() {
        return fields.normalizer;
    }

    /** Returns whether a link shows a page with one button first. */
    public boolean confirmLinks() {
        return fields.confirmLinks;
    }

    @Override
    public boolean codes() {
        return fields.codes;
    }

    @Override
    public List<Finding> missingCredentials() {
        if (apiKey() != null || !sender().needsApiKey()) return List.of();
        return List.of(MissingCredential.of(id(), "apiKey", variableIds(), "KEY"));
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.email(this);
    }

    @Override
    public String toString() {
        return "EmailProvider[" + fields.id + "]";
    }

    private EmailProvider with(Consumer<Fields> change) {
        var copy = new Fields(fields);
        change.accept(copy);
        return new EmailProvider(copy);
    }

    private static final class Fields {
        String id;
        List<String> ids;
        String name = "Email";
        Sender sender;

        @Nullable String from;

        @Nullable Duration maxAge;

        @Nullable String apiKey;

        @Nullable String secret;

        @Nullable Supplier<@Nullable String> generator;

        /** {@code null} for one in this process. */
        @Nullable BooleanSupplier isGeneratorThere;

        @Nullable UnaryOperator<String> normalizer;

        boolean confirmLinks;

        boolean codes;

        Fields(String id, Sender sender) {
            this.id = id;
            ids = List.of(id);
            this.sender = sender;
        }

        Fields(Fields from) {
            this(from.id, from.sender);
            ids = from.ids;
            name = from.name;
            this.from = from.from;
            maxAge = from.maxAge;
            apiKey = from.apiKey;
            secret = from.secret;
            generator = from.generator;
            isGeneratorThere = from.isGeneratorThere;
            normalizer = from.normalizer;
            confirmLinks = from.confirmLinks;
            codes = from.codes;
        }
    }
}
