package com.example.guides;

// sample
import dev.cardea.password.Passwords;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class PasswordConfiguration {
    @Bean
    Passwords passwords() {
        return Passwords.standard();
    }

    @Bean
    CredentialsProvider credentials(Passwords passwords, PasswordTable table) {
        return CredentialsProvider.of(passwords.check(table))
                .field("username", CredentialInput.text("Email"))
                .field("password", CredentialInput.password("Password"))
                .databaseSessions(true);
    }
}
// end
