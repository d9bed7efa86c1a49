package com.example.guides;

// sample
import dev.cardea.host.quarkus.Cardea;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import org.jspecify.annotations.Nullable;

@Authenticated
@Path("/me")
public class PlanResource {
    enum Plan {
        FREE,
        PRO
    }

    record Me(String id, @Nullable String name, Plan plan) {}

    @Inject
    Cardea cardea;

    @GET
    public String me() {
        var me = cardea.session().orElseThrow().as(Me.class);
        return me.name() + " has the plan " + me.plan();
    }
}
// end
