package com.example.guides;

// sample
import dev.cardea.token.Secrets;
import dev.cardea.token.TokenReader;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotAuthorizedException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import org.eclipse.microprofile.config.inject.ConfigProperty;

@Singleton
@Path("/reports")
public class ReportsResource {
    private final TokenReader reader;

    ReportsResource(@ConfigProperty(name = "AUTH_SECRET") String secret) {
        reader = TokenReader.with(Secrets.of(secret)).secureCookie(true);
    }

    @GET
    public String reports(@Context HttpHeaders headers) {
        return reader.read(headers::getHeaderString)
                .map(claims -> "reports of " + claims.text("sub"))
                .orElseThrow(() -> new NotAuthorizedException("Cookie"));
    }
}
// end
