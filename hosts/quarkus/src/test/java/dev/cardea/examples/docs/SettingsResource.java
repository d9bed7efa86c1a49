package dev.cardea.examples.docs;

// sample
import dev.cardea.host.quarkus.Cardea;
import dev.cardea.http.Form;
import io.quarkus.security.Authenticated;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

@Authenticated
@Path("/settings")
public class SettingsResource {
    @Inject
    Cardea cardea;

    @GET
    public Response show() {
        return response(AccountPage.show(cardea.accounts().orElseThrow()));
    }

    @POST
    public Response change(String form) {
        if (!cardea.isSameOrigin()) return Response.status(403).build();
        return response(AccountPage.change(cardea.accounts().orElseThrow(), Form.decode(form)));
    }

    private static Response response(dev.cardea.http.Response page) {
        var response = Response.status(page.status()).entity(page.body());
        page.headers().fields().forEach(field -> response.header(field.name(), field.value()));
        return response.build();
    }
}
// end
