package dev.cardea.examples.guides;

// sample
import dev.cardea.config.SessionOptions;
import java.time.Duration;

/** Sessions that end after eight hours without a request. */
public final class WorkdaySessions {
    private WorkdaySessions() {}

    public static SessionOptions inTheDatabase() {
        return SessionOptions.database().maxAge(Duration.ofHours(8)).updateAge(Duration.ofMinutes(30));
    }

    public static SessionOptions inTokens() {
        return SessionOptions.jwt().maxAge(Duration.ofHours(8)).updateAge(Duration.ofMinutes(30));
    }
}
// end
