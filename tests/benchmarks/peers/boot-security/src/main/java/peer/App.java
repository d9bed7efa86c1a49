package peer;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Security: a form and HttpSession in memory, or a resource server that checks RS256 tokens. */
@SpringBootApplication
@RestController
public class App {
    private static final KeyPair KEYS = keys();

    public static void main(String[] arguments) {
        SpringApplication.run(App.class, arguments);
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http, Environment environment) throws Exception {
        http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests ->
                        requests.requestMatchers("/token").permitAll().anyRequest().authenticated());
        if ("jwt".equals(environment.getProperty("peer.mode")))
            http.oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .sessionManagement(it -> it.sessionCreationPolicy(
                            org.springframework.security.config.http.SessionCreationPolicy.STATELESS));
        else http.formLogin(form -> form.defaultSuccessUrl("/me"));
        return http.build();
    }

    /** No hashing, as everywhere here; the encoder that is there by default would upgrade to BCrypt. */
    @Bean
    @SuppressWarnings("deprecation")
    PasswordEncoder passwords() {
        return NoOpPasswordEncoder.getInstance();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(User.withUsername("ada").password("secret").roles("USER").build());
    }

    @Bean
    JwtDecoder decoder() {
        return NimbusJwtDecoder.withPublicKey((RSAPublicKey) KEYS.getPublic()).build();
    }

    @GetMapping("/me")
    Map<String, String> me(Principal principal) {
        return Map.of("name", principal.getName());
    }

    @GetMapping("/token")
    String token() throws Exception {
        var claims = new JWTClaimsSet.Builder()
                .subject("ada")
                .claim("email", "ada@example.com")
                .expirationTime(Date.from(Instant.now().plusSeconds(86_400)))
                .build();
        var token = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims);
        token.sign(new RSASSASigner(KEYS.getPrivate()));
        return token.serialize();
    }

    private static KeyPair keys() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
