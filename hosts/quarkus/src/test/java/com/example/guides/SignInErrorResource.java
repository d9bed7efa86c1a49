package com.example.guides;

// sample
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** The page at /oops, for sign-ins that failed. */
@Path("/oops")
public class SignInErrorResource {
    @GET
    @Produces(MediaType.TEXT_HTML)
    public Response page(@QueryParam("error") @DefaultValue("Configuration") String error) {
        var text = switch (error) {
            case "AccessDenied" -> "This account doesn't have access.";
            case "Verification" -> "This link has expired or was already used. Request a new one.";
            default -> "Sign-in isn't working right now. Please try again later.";
        };
        var html = "<!doctype html><title>Sign-in</title><p>" + text + "</p><a href=\"/auth/signin\">Back</a>";
        return Response.status(error.equals("AccessDenied") ? 403 : 200)
                .entity(html)
                .build();
    }
}
// end
