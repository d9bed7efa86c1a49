package dev.cardea.host.quarkus.app;

import dev.cardea.host.testkit.Application;
import dev.cardea.host.testkit.HostContract;
import dev.cardea.host.testkit.ServedSite;
import java.util.Map;

class QuarkusTest extends HostContract {
    @Override
    protected ServedSite start(Application application) throws Exception {
        // By default, Quarkus rejects characters in a query that browsers do not encode.
        System.setProperty("vertx.disableURIValidation", "true");
        SharedSettings.application = application;
        return RunningApplication.start(Map.of("cardea.protect", String.join(",", Application.PROTECTED)), Pages.class);
    }
}
