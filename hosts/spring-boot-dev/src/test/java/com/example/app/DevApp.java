// sample
package com.example.app;

import dev.cardea.dev.spring.CardeaDevConfiguration;
import org.springframework.boot.SpringApplication;

public class DevApp {
    public static void main(String[] args) {
        SpringApplication.from(App::main).with(CardeaDevConfiguration.class).run(args);
    }
}
// end
