package dev.cardea.examples.guides;

// sample
import dev.cardea.provider.OAuthProvider;
import java.util.function.Consumer;

/** Logs method, path and status of every call to a provider, and no token. */
public final class LoggedCalls {
    private LoggedCalls() {}

    public static OAuthProvider of(OAuthProvider provider, Consumer<String> lines) {
        return provider.http(next -> request -> {
            var response = next.handle(request);
            lines.accept(provider.id() + " " + request.method() + " " + request.path() + " " + response.status());
            return response;
        });
    }
}
// end
