package com.example.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class SettingsController {
    private final HttpHandler page;

    SettingsController(Auth auth) {
        page = AccountPage.of(auth);
    }

    @RequestMapping("/settings")
    ResponseEntity<byte[]> settings(HttpServletRequest http, @RequestBody(required = false) byte[] form) {
        var fields = new ArrayList<Headers.Field>();
        for (var name : Collections.list(http.getHeaderNames())) {
            for (var value : Collections.list(http.getHeaders(name))) fields.add(new Headers.Field(name, value));
        }
        var body = form == null ? new byte[0] : form;
        var response = page.handle(Request.of(
                http.getMethod(),
                http.getScheme(),
                http.getRequestURI(),
                Headers.of(fields),
                body,
                http.getRemoteAddr()));
        var entity = ResponseEntity.status(response.status());
        response.headers().fields().forEach(field -> entity.header(field.name(), field.value()));
        return entity.body(response.body());
    }
}
// end
