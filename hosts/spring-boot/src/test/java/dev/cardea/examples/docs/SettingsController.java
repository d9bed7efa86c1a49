package dev.cardea.examples.docs;

// sample
import dev.cardea.host.servlet.Cardea;
import dev.cardea.host.spring.SignedIn;
import dev.cardea.http.Response;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@SignedIn
@RestController
@RequestMapping("/settings")
public class SettingsController {
    @GetMapping
    ResponseEntity<byte[]> show(HttpServletRequest request) {
        return entity(AccountPage.show(Cardea.accounts(request).orElseThrow()));
    }

    @PostMapping
    ResponseEntity<byte[]> change(HttpServletRequest request, @RequestParam Map<String, String> form) {
        if (!Cardea.isSameOrigin(request)) return ResponseEntity.status(403).build();
        return entity(AccountPage.change(Cardea.accounts(request).orElseThrow(), form));
    }

    private static ResponseEntity<byte[]> entity(Response response) {
        var entity = ResponseEntity.status(response.status());
        response.headers().fields().forEach(field -> entity.header(field.name(), field.value()));
        return entity.body(response.body());
    }
}
// end
