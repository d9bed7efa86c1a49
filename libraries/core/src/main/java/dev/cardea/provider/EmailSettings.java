package dev.cardea.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The settings of an {@link EmailProvider}, as its {@link EmailProvider.Sender} reads them. Not for implementation. */
public interface EmailSettings {
    /** Returns the id of the provider. */
    String id();

    /** Returns the label on the sign-in page. */
    String name();

    /** Returns the sender's email address; {@code null} if it was not set. */
    @Nullable String from();

    /** Returns the key of the email service; {@code null} if it was not set. */
    @Nullable String apiKey();

    /** Returns how long a link or a code is valid. */
    Duration maxAge();

    /** Returns whether the email has a code, which works only in the browser that requested it. */
    boolean codes();
}
