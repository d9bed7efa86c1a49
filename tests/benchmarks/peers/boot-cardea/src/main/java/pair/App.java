package pair;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.servlet.CardeaFilter;
import dev.cardea.host.spring.CardeaAutoConfiguration;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Two sites in one process, one with token sessions and one with revocable ones: nothing else differs between them. */
@SpringBootApplication(exclude = {CardeaAutoConfiguration.class, DataSourceAutoConfiguration.class})
@RestController
public class App {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-benchmarks";

    public static void main(String[] arguments) {
        SpringApplication.run(App.class, arguments);
    }

    @Bean
    FilterRegistrationBean<CardeaFilter> tokens() {
        return site("/token", config -> config.session(SessionOptions.jwt()));
    }

    @Bean
    FilterRegistrationBean<CardeaFilter> revocable() {
        return site("/revocable", config -> config.adapter(new InMemoryAdapter()).session(SessionOptions.revocable()));
    }

    private static FilterRegistrationBean<CardeaFilter> site(String path, UnaryOperator<AuthConfig.Builder> sessions) {
        var config = AuthConfig.builder().secret(SECRET).trustHost(true).basePath(path + "/auth").provider(credentials());
        var filter = new FilterRegistrationBean<>(CardeaFilter.of(Auth.of(sessions.apply(config).build())));
        filter.setName(path);
        filter.addUrlPatterns(path + "/*");
        return filter;
    }

    private static CredentialsProvider credentials() {
        return CredentialsProvider.of((entered, request) -> "secret".equals(entered.text("password"))
                        ? Optional.of(User.of("1", "ada", "ada@example.com"))
                        : Optional.empty())
                .field("username", CredentialInput.text("User"))
                .field("password", CredentialInput.password("Password"));
    }

    @GetMapping({"/token/me", "/revocable/me"})
    Map<String, String> me(HttpServletRequest request) {
        return Map.of("name", String.valueOf(Cardea.session(request).orElseThrow().user().name()));
    }
}
