package dev.cardea.host.spring;

import dev.cardea.Auth;
import dev.cardea.host.testkit.ContextPathContract;
import dev.cardea.host.testkit.ServedSite;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

class ContextPathTest extends ContextPathContract {
    @Override
    protected ServedSite start(Auth auth) {
        return Boot.served(Boot.run(
                context -> {
                    context.registerBean(Auth.class, () -> auth);
                    context.registerBean(Inside.class);
                },
                BootTest.Security.class,
                "server.servlet.context-path=" + PATH,
                "cardea.protect=/account"));
    }

    @RestController
    static class Inside {
        @GetMapping("/account")
        String inside() {
            return INSIDE;
        }
    }
}
