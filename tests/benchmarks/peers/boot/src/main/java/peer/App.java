package peer;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The floor: a page that knows no visitor. */
@SpringBootApplication
@RestController
public class App {
    public static void main(String[] arguments) {
        SpringApplication.run(App.class, arguments);
    }

    @GetMapping("/me")
    Map<String, String> me() {
        return Map.of("name", "ada");
    }
}
