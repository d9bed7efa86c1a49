package com.example.jpa;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications on a free port. */
final class Boot {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private Boot() {}

    /** @param settings as on the command line, without dashes */
    static ConfigurableApplicationContext run(Class<?> configuration, String... settings) {
        return new SpringApplicationBuilder(configuration)
                .properties(
                        "AUTH_SECRET=5f0c2e9b71d84a36b8e1f7c09d2a4e63",
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "spring.flyway.enabled=false",
                        "spring.liquibase.enabled=false",
                        "logging.level.root=off",
                        "spring.jmx.enabled=false")
                .run(Stream.of(settings).map(setting -> "--" + setting).toArray(String[]::new));
    }

    static String address(ConfigurableApplicationContext app) {
        return "http://127.0.0.1:" + app.getEnvironment().getRequiredProperty("local.server.port");
    }

    /** The setting for a new database, which stays until the process ends. */
    static String h2() {
        return "spring.datasource.url=jdbc:h2:mem:jpa" + DATABASES.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
    }
}
