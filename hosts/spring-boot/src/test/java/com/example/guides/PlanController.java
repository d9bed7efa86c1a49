package com.example.guides;

// sample
import dev.cardea.host.spring.SessionValue;
import dev.cardea.model.SessionView;
import dev.cardea.model.User;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class PlanController {
    enum Plan {
        FREE,
        PRO
    }

    @SessionView
    record Me(String id, @Nullable String name, Plan plan) {}

    private final Set<String> customers = ConcurrentHashMap.newKeySet(); // use a table instead

    @SessionValue("plan")
    Plan of(User user) {
        return customers.contains(user.id()) ? Plan.PRO : Plan.FREE;
    }

    @GetMapping("/me")
    Me me(Me me) {
        return me;
    }
}
// end
