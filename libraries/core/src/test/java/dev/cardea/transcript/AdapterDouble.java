package dev.cardea.transcript;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An adapter with just the recorded methods, which answer what was recorded. */
final class AdapterDouble {
    private static final List<Class<?>> CAPABILITIES = List.of(
            UserAdapter.class, SessionAdapter.class, VerificationTokenAdapter.class, AuthenticatorAdapter.class);

    /** Never called by the library, so a recorded adapter may well lack them. */
    private static final Set<String> UNUSED = Set.of("deleteUser", "unlinkAccount");

    private final RecordedCalls tape;

    private AdapterDouble(RecordedCalls tape) {
        this.tape = tape;
    }

    static Adapter of(RecordedCalls tape, List<?> methods) {
        var types = new ArrayList<Class<?>>();
        types.add(Adapter.class);
        for (var capability : CAPABILITIES) {
            boolean whole = Arrays.stream(capability.getDeclaredMethods())
                    .map(Method::getName)
                    .allMatch(name -> methods.contains(name) || UNUSED.contains(name));
            if (whole) types.add(capability);
        }
        var handler = new AdapterDouble(tape);
        return (Adapter) Proxy.newProxyInstance(
                AdapterDouble.class.getClassLoader(),
                types.toArray(Class<?>[]::new),
                (proxy, method, args) -> handler.call(method, args == null ? new Object[0] : args));
    }

    private Object call(Method method, Object[] args) {
        if (method.getDeclaringClass() == Object.class) return "AdapterDouble";
        var recorded = arguments(method.getName(), args);
        var entry = tape.play("adapter." + method.getName(), recorded.toArray());
        var returned = entry.map(RecordedCalls::returned).orElse(null);
        if (method.getReturnType() == List.class) return list(returned);
        var value = returned instanceof Map<?, ?> map ? Claims.of(map) : null;
        // A row that was made holds the token that we made, not the one that was recorded.
        if (value != null && args[0] instanceof AdapterSession made)
            value = value.with("sessionToken", made.sessionToken());
        return answer(method, value, args);
    }

    private static List<Object> arguments(String name, Object[] args) {
        return switch (name) {
            case "getUserByAccount" -> List.of(Map.of("provider", args[0], "providerAccountId", args[1]));
            case "useVerificationToken" ->
                List.of(Claims.NONE.withPresent("identifier", args[0]).with("token", args[1]));
            default -> Arrays.stream(args).map(AdapterDouble::json).toList();
        };
    }

    private static Object json(Object value) {
        if (value instanceof User user) return user.claims();
        if (value instanceof Account account) return account.claims();
        if (value instanceof AdapterSession session) return session.claims();
        if (value instanceof VerificationToken token) {
            return Claims.of("identifier", token.identifier())
                    .with("token", token.token())
                    .with("expires", token.expires());
        }
        if (value instanceof UserChange change)
            return Claims.of("id", change.id()).withAll(change.fields());
        if (value instanceof SessionChange change) {
            return Claims.of("sessionToken", change.sessionToken())
                    .withPresent("expires", change.expires().orElse(null));
        }
        if (value instanceof AdapterAuthenticator row) return authenticator(row);
        return value;
    }

    private static Claims authenticator(AdapterAuthenticator row) {
        return Claims.of("credentialID", row.credentialID())
                .with("userId", row.userId())
                .with("providerAccountId", row.providerAccountId())
                .with("credentialPublicKey", row.credentialPublicKey())
                .with("counter", row.counter())
                .with("credentialDeviceType", row.credentialDeviceType())
                .with("credentialBackedUp", row.credentialBackedUp())
                .withPresent("transports", row.transports());
    }

    private static AdapterAuthenticator authenticator(Claims value) {
        return new AdapterAuthenticator(
                value.text("credentialID"),
                value.text("userId"),
                value.text("providerAccountId"),
                value.text("credentialPublicKey"),
                value.get(Claim.number("counter")).orElseThrow(),
                value.text("credentialDeviceType"),
                Boolean.TRUE.equals(value.value("credentialBackedUp")),
                value.text("transports"));
    }

    private static Object answer(Method method, Claims value, Object[] args) {
        boolean optional = method.getReturnType() == Optional.class;
        if (method.getReturnType() == void.class) return null;
        if (value == null && !optional) return args[0] instanceof UserChange c ? User.of(c.fields()) : args[0];
        if (value == null) return Optional.empty();
        var typed = typed(method.getName(), value);
        return optional ? Optional.of(typed) : typed;
    }

    private static Object typed(String method, Claims value) {
        return switch (method) {
            case "createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser" -> User.of(value);
            case "linkAccount", "getAccount" -> Account.of(value);
            case "createSession", "updateSession", "deleteSession" -> session(value);
            case "getSessionAndUser" ->
                new SessionAndUser(
                        session(value.get(Claim.object("session")).orElseThrow()),
                        User.of(value.get(Claim.object("user")).orElseThrow()));
            case "createVerificationToken", "useVerificationToken" ->
                new VerificationToken(value.text("identifier"), value.text("token"), time(value));
            default -> authenticator(value);
        };
    }

    private static List<Object> list(Object rows) {
        if (!(rows instanceof List<?> list)) return List.of();
        return list.stream()
                .map(row -> (Object) authenticator(Claims.of((Map<?, ?>) row)))
                .toList();
    }

    private static AdapterSession session(Claims value) {
        return new AdapterSession(value.text("sessionToken"), value.text("userId"), time(value));
    }

    private static Instant time(Claims value) {
        return value.get(Claim.time("expires")).orElseThrow();
    }
}
