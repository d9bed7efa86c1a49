package dev.cardea.dev;

import dev.cardea.json.Claims;
import dev.cardea.testing.Person;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A person to click.
 *
 * @param id the account id at every provider: digits, because some providers have numbers
 * @param label what the person is for
 * @param name {@code null} for a profile without a name
 * @param email {@code null} for a profile without an address
 */
record DevPerson(
        String id,
        String label,
        @Nullable String name,
        @Nullable String email,
        boolean verified) {
    static final List<DevPerson> ALL = List.of(
            new DevPerson("1001", "Administrator", "Ada Admin", "admin@example.com", true),
            new DevPerson("1002", "Member", "Mia Member", "mia@example.com", true),
            new DevPerson("1003", "Has no name", null, "noname@example.com", true),
            new DevPerson("1004", "Has no email address", "Noel Nomail", null, false),
            new DevPerson("1005", "Has an unverified email address", "Una Unverified", "una@example.com", false),
            new DevPerson("1006", "Shares an email address with Tara", "Toni Twin", "twin@example.com", true),
            new DevPerson("1007", "Shares an email address with Toni", "Tara Twin", "twin@example.com", true));

    /** Returns the name, or the address where there is no name. */
    String shown() {
        return name != null ? name : email != null ? email : id;
    }

    /** Returns the standard claims (OpenID Connect Core §5.1). Absent values are absent claims. */
    Claims standardClaims() {
        var claims = Claims.NONE.withPresent("name", name);
        if (name != null) {
            claims = claims.with("given_name", givenName()).with("family_name", familyName());
        }
        return email == null ? claims : claims.with("email", email).with("email_verified", verified);
    }

    @Nullable String givenName() {
        return name == null ? null : name.substring(0, Math.max(0, name.indexOf(' ')));
    }

    @Nullable String familyName() {
        return name == null ? null : name.substring(name.indexOf(' ') + 1);
    }

    Person at(Claims claims) {
        return new Person(id, claims);
    }
}
