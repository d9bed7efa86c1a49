package dev.cardea.testing;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The authorization endpoint (OpenID Connect Core §3.1.2): validates the request, asks for the user, responds. */
final class OpAuthorization {
    private final OpState state;
    private final OpGrants grants;
    private final Clock clock;

    OpAuthorization(OpState state, OpGrants grants, Clock clock) {
        this.state = state;
        this.grants = grants;
        this.clock = clock;
    }

    Response answer(Request request) {
        var params = Form.decode(request.method().equals("POST") ? request.text() : request.rawQuery());
        var client = Optional.ofNullable(state.clients.get(params.getOrDefault("client_id", "")));
        if (client.isEmpty()) return broken("This application is not registered here.");
        String redirectUri = params.getOrDefault("redirect_uri", "");
        if (!mayReturnTo(client.get(), redirectUri)) {
            return broken("This application may not redirect users to that address.");
        }
        var wrong = errorOf(client.get(), params);
        if (wrong != null) return blame(params, "invalid_request", wrong);
        if (!"code".equals(params.get("response_type"))) return blame(params, "unsupported_response_type", "only code");
        var error = Optional.ofNullable(state.answeredError);
        if (error.isPresent()) return refuse(params, error.get(), "as configured");
        return decide(request, client.get(), params);
    }

    private Response decide(Request request, Client client, Map<String, String> params) {
        String chosen = request.method().equals("POST") ? params.get("person") : null;
        if ("".equals(chosen)) return refuse(params, "access_denied", "the user cancelled");
        var person = chosen == null ? state.approved(params.get("login_hint")) : state.person(chosen);
        if (person.isPresent()) return approve(client, params, person.get());
        if ("none".equals(params.get("prompt"))) return refuse(params, "login_required", "no user is signed in");
        return OpPages.whoAreYou(state.people(), params);
    }

    private static boolean mayReturnTo(Client client, String redirectUri) {
        if (redirectUri.isEmpty() || redirectUri.contains("#")) return false;
        return client.redirectUris().isEmpty() || client.redirectUris().contains(redirectUri);
    }

    private static @Nullable String errorOf(Client client, Map<String, String> params) {
        if (params.containsKey("request") || params.containsKey("request_uri"))
            return "request objects are not supported";
        String challenge = params.get("code_challenge");
        if (challenge == null) {
            return client.takes("none") ? "a client without a secret must use PKCE" : null;
        }
        if (!challenge.matches("[A-Za-z0-9._~-]{43,128}")) return "code_challenge is malformed";
        String method = params.getOrDefault("code_challenge_method", "plain");
        return method.equals("S256") || method.equals("plain") ? null : "code_challenge_method is unknown";
    }

    private Response approve(Client client, Map<String, String> params, Person person) {
        var faults = state.faults;
        var grant = new OpGrant(
                client,
                params.getOrDefault("redirect_uri", ""),
                person,
                params.getOrDefault("scope", ""),
                params.get("nonce"),
                params.get("code_challenge"),
                params.getOrDefault("code_challenge_method", "plain"),
                clock.instant(),
                state.session,
                faults);
        var fields = new ArrayList<Map.Entry<String, String>>();
        if (faults.contains(Fault.ANSWER_ERROR_AND_CODE)) fields.add(Map.entry("error", "access_denied"));
        if (faults.contains(Fault.ANSWER_CODE_EMPTY)) fields.add(Map.entry("code", ""));
        else if (!faults.contains(Fault.ANSWER_CODE_MISSING)) fields.add(Map.entry("code", grants.code(grant)));
        if (faults.contains(Fault.ANSWER_CODE_TWICE)) fields.add(Map.entry("code", "another"));
        return send(params, fields, faults);
    }

    private Response blame(Map<String, String> params, String error, String description) {
        state.complain("authorize: " + error + ", " + description);
        return refuse(params, error, description);
    }

    private Response refuse(Map<String, String> params, String error, String description) {
        var fields = new ArrayList<Map.Entry<String, String>>();
        fields.add(Map.entry("error", error));
        fields.add(Map.entry("error_description", description));
        return send(params, fields, state.faults);
    }

    private Response send(Map<String, String> params, List<Map.Entry<String, String>> fields, Set<Fault> faults) {
        state(params.get("state"), faults).ifPresent(state -> fields.add(Map.entry("state", state)));
        if (faults.contains(Fault.ANSWER_STATE_TWICE)) fields.add(Map.entry("state", "another"));
        if (faults.contains(Fault.ANSWER_ISS_WRONG)) fields.add(Map.entry("iss", "https://somebody-else.example"));
        else if (!faults.contains(Fault.ANSWER_ISS_MISSING) && !faults.contains(Fault.DISCOVERY_NO_ISS_PARAMETER)) {
            fields.add(Map.entry("iss", state.issuer));
        }
        String target = params.getOrDefault("redirect_uri", "");
        if ("form_post".equals(params.get("response_mode"))) return OpPages.formPost(target, fields);
        var location = new StringBuilder(target);
        char mark = target.contains("?") ? '&' : '?';
        for (var field : fields) {
            location.append(mark).append(field.getKey()).append('=').append(Form.encode(field.getValue()));
            mark = '&';
        }
        return Response.redirect(location.toString());
    }

    private static Optional<String> state(@Nullable String sent, Set<Fault> faults) {
        if (sent == null || faults.contains(Fault.ANSWER_STATE_MISSING)) return Optional.empty();
        return Optional.of(faults.contains(Fault.ANSWER_STATE_WRONG) ? sent + "1" : sent);
    }

    private Response broken(String why) {
        state.complain("authorize: " + why);
        return OpPages.broken(why);
    }
}
