package dev.cardea.dev.spring;

import com.example.app.App;
import dev.cardea.http.Request;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Network;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application in development mode, on a free port. */
record RunningShop(ConfigurableApplicationContext context) implements AutoCloseable {
    private static final List<String> QUIET = List.of(
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--logging.level.root=off",
            "--spring.jmx.enabled=false",
            "--spring.datasource.generate-unique-name=true",
            "--cardea.jdbc.migrate-on-start=true",
            "--cardea.providers=google,github");

    /** @param settings as on the command line, without dashes; they precede those above */
    static RunningShop start(Class<?> beans, String... settings) {
        var args = new ArrayList<>(QUIET);
        for (var setting : settings) {
            var name = "--" + setting.substring(0, setting.indexOf('=') + 1);
            args.removeIf(earlier -> earlier.startsWith(name));
            args.add("--" + setting);
        }
        return new RunningShop(SpringApplication.from(App::main)
                .with(CardeaDevConfiguration.class, beans)
                .run(args.toArray(String[]::new))
                .getApplicationContext());
    }

    String site() {
        return "http://localhost:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    Browser browser() {
        return Browser.of(request -> Network.INSTANCE.handle(sent(request)));
    }

    private Request sent(Request request) {
        if (!request.method().equals("GET")) {
            return request.headers().has("origin") ? request : request.header("Origin", site());
        }
        return request.header("Sec-Fetch-Site", "none")
                .header("Sec-Fetch-Mode", "navigate")
                .header("Sec-Fetch-Dest", "document");
    }

    @Override
    public void close() {
        context.close();
    }
}
