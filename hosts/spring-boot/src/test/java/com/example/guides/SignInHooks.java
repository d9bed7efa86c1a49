package com.example.guides;

import dev.cardea.examples.guides.SignInLog;
// sample
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.Events;
import java.util.Set;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
public class SignInHooks {
    private static final Set<String> BLOCKED = Set.of("eve@example.com");

    @Bean
    Callbacks callbacks() {
        return Callbacks.DEFAULT.signIn(
                p -> Decision.allowIf(!BLOCKED.contains(String.valueOf(p.user().email()))));
    }

    @Bean
    Events events() {
        return new SignInLog(LoggerFactory.getLogger("sign-in")::info);
    }
}
// end
