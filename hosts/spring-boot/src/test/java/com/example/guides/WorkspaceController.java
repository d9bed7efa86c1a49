package com.example.guides;

// sample
import dev.cardea.host.servlet.Cardea;
import dev.cardea.model.Session;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class WorkspaceController {
    @PostMapping("/workspace")
    void change(
            Session session, @RequestParam String workspace, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!Cardea.isSameOrigin(request)) {
            response.sendError(403);
            return;
        }
        Cardea.unstableUpdate(request, response, session.with("workspace", workspace));
        response.sendRedirect("/");
    }
}
// end
