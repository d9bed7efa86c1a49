package dev.cardea.provider;

/**
 * An email other than a sign-in email, such as the notice of a changed password.
 *
 * @param to one email address
 * @param subject one line
 * @param text plain
 * @param html for mail programs
 */
public record Mail(String to, String subject, String text, String html) {
    /** @throws IllegalArgumentException if there is no recipient, or the subject isn't one line */
    public Mail {
        if (to.isBlank()) throw new IllegalArgumentException("an email needs a recipient");
        if (subject.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the subject of an email is one line, without control characters");
        }
    }

    /** Prints nothing of it: it is for its recipient. */
    @Override
    public String toString() {
        return "Mail[]";
    }
}
