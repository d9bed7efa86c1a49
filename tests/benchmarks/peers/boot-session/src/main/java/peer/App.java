package peer;

import java.security.Principal;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.session.jdbc.config.annotation.web.http.EnableJdbcHttpSession;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Security with sessions in PostgreSQL by Spring Session. */
@SpringBootApplication
@EnableJdbcHttpSession
@RestController
public class App {
    public static void main(String[] arguments) {
        SpringApplication.run(App.class, arguments);
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .formLogin(form -> form.defaultSuccessUrl("/me"))
                .build();
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

    @GetMapping("/me")
    Map<String, String> me(Principal principal) {
        return Map.of("name", principal.getName());
    }
}
