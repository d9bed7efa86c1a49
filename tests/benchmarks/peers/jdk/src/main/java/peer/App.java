package peer;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.host.jdk.CardeaHandler;
import dev.cardea.host.jdk.Jdk;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Executors;

/** Cardea on the HTTP server of the JDK. The argument is the port. */
public class App {
    public static void main(String[] arguments) throws IOException {
        var auth = Auth.of(AuthConfig.builder()
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks")
                .trustHost(true)
                .provider(CredentialsProvider.of((entered, request) -> "secret".equals(entered.text("password"))
                                ? Optional.of(User.of("1", "ada", "ada@example.com"))
                                : Optional.empty())
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password"))));
        var server = Jdk.server(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
        server.createContext("/", CardeaHandler.of(auth, (request, visitor) -> Response.json(
                200,
                "{\"name\":\"" + visitor.session().map(it -> it.user().name()).orElse("") + "\"}")));
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.start();
    }
}
