package dev.cardea.provider;

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
 * Sign-in by a link in a mail. Immutable; each method that sets returns a changed copy. How the mail leaves is a
 * function: {@code cardea-mail} has one for SMTP.
 */
public final class EmailProvider implements Provider {
    /** Sends the link (interface: {@code sendVerificationRequest}). What it throws ends on the sign-in page. */
    @FunctionalInterface
    public interface Sender {
        void send(VerificationRequest request);
    }

    private final Fields fields;

    private EmailProvider(Fields fields) {
        this.fields = fields;
    }

    public static EmailProvider of(String id, Sender sender) {
        return new EmailProvider(new Fields(id, Objects.requireNonNull(sender, "sender")));
    }

    /** Another one of the same kind under its own id; variables that its own id does not have are those of the first. */
    public EmailProvider id(String id) {
        return with(f -> {
            f.id = id;
            f.ids = Stream.concat(Stream.of(id), f.ids.stream().filter(known -> !known.equals(id)))
                    .toList();
        });
    }

    public EmailProvider name(String name) {
        return with(f -> f.name = name);
    }

    /** The sender's address. */
    public EmailProvider from(String address) {
        return with(f -> f.from = address);
    }

    /** How long a link works; 24 hours unless set. */
    public EmailProvider maxAge(Duration age) {
        return with(f -> f.maxAge = age);
    }

    public EmailProvider apiKey(@Nullable String key) {
        return with(f -> f.apiKey = key);
    }

    /** Replaces the configuration's secret in the hash of the token. */
    public EmailProvider secret(@Nullable String secret) {
        return with(f -> f.secret = secret);
    }

    /**
     * Replaces the 32 random bytes; {@code null} from it falls back to them. A code of less than 64 bits has five tries, and a
     * new one replaces it. Use at least eight digits and a {@link #maxAge} of some minutes.
     */
    public EmailProvider generateVerificationToken(Supplier<@Nullable String> generator) {
        return generateVerificationToken(generator, () -> true);
    }

    /**
     * As above, for a generator in another process.
     *
     * @param isThere whether there is one at the moment; codes that an application makes can be guessed, so failed tries
     *     are counted for each address
     */
    public EmailProvider generateVerificationToken(Supplier<@Nullable String> generator, BooleanSupplier isThere) {
        return with(f -> {
            f.generator = generator;
            f.hasGenerator = isThere;
        });
    }

    /** Sends the links in another way. */
    public EmailProvider sender(Sender sender) {
        return with(f -> f.sender = Objects.requireNonNull(sender, "sender"));
    }

    /** Replaces the normaliser. It throws where the address is not to be used. */
    public EmailProvider normalizeIdentifier(UnaryOperator<String> normalizer) {
        return with(f -> f.normalizer = normalizer);
    }

    /**
     * Whether a link shows a page with one button before it signs in; off unless set, as in Auth.js. Mail scanners open
     * links and would use them up. A scanner that also submits forms still does.
     */
    public EmailProvider confirmLinks(boolean on) {
        return with(f -> f.confirmLinks = on);
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

    public @Nullable String from() {
        return fields.from;
    }

    /** The ids whose {@code AUTH_{ID}_KEY} this provider reads, its own first. */
    public List<String> variableIds() {
        return fields.ids;
    }

    public Duration maxAge() {
        return fields.maxAge;
    }

    public @Nullable String apiKey() {
        return fields.apiKey;
    }

    public @Nullable String secret() {
        return fields.secret;
    }

    public Sender sender() {
        return fields.sender;
    }

    public @Nullable Supplier<@Nullable String> generateVerificationToken() {
        return fields.hasGenerator.getAsBoolean() ? fields.generator : null;
    }

    public @Nullable UnaryOperator<String> normalizeIdentifier() {
        return fields.normalizer;
    }

    /** Returns whether a link shows a page with one button first. */
    public boolean confirmLinks() {
        return fields.confirmLinks;
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

        Duration maxAge = Duration.ofDays(1);

        @Nullable String apiKey;

        @Nullable String secret;

        @Nullable Supplier<@Nullable String> generator;

        BooleanSupplier hasGenerator = () -> true;

        @Nullable UnaryOperator<String> normalizer;

        boolean confirmLinks;

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
            hasGenerator = from.hasGenerator;
            normalizer = from.normalizer;
            confirmLinks = from.confirmLinks;
        }
    }
}
