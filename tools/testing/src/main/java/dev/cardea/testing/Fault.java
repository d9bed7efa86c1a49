package dev.cardea.testing;

import java.util.Arrays;
import java.util.List;

/**
 * A way in which an {@link IdentityProvider} misbehaves, and what an OpenID Connect client must do about it. The faults
 * cover the Basic and Config profiles of the conformance suite, and more.
 *
 * <pre>{@code
 * @ParameterizedTest
 * @EnumSource(Fault.class)
 * void no_fault_signs_a_visitor_in(Fault fault) {
 *     provider.fault(fault);
 *     …
 *     if (fault.duty() == Fault.Duty.REFUSE) assertThat(browser.cookie(app, "authjs.session-token")).isEmpty();
 * }
 * }</pre>
 */
public enum Fault {
    /** {@code issuer} names another provider. */
    DISCOVERY_ISSUER_WRONG(Place.DISCOVERY, Duty.REFUSE),
    /** {@code issuer} has a trailing slash that the configured one lacks. */
    DISCOVERY_ISSUER_SLASH(Place.DISCOVERY, Duty.EITHER),
    DISCOVERY_NOT_JSON(Place.DISCOVERY, Duty.REFUSE),
    DISCOVERY_ARRAY(Place.DISCOVERY, Duty.REFUSE),
    DISCOVERY_500(Place.DISCOVERY, Duty.REFUSE),
    /** A redirect to the same document at another URL. */
    DISCOVERY_REDIRECT(Place.DISCOVERY, Duty.REFUSE),
    /** Four megabytes. */
    DISCOVERY_HUGE(Place.DISCOVERY, Duty.REFUSE),
    /** Plain http endpoints under an https issuer. */
    DISCOVERY_HTTP_ENDPOINTS(Place.DISCOVERY, Duty.REFUSE),
    /** Endpoints on the origin {@code https://elsewhere.example}, as with some large providers. */
    DISCOVERY_FOREIGN_ENDPOINTS(Place.DISCOVERY, Duty.EITHER),
    DISCOVERY_NO_JWKS_URI(Place.DISCOVERY, Duty.EITHER),
    DISCOVERY_NO_AUTHORIZATION_ENDPOINT(Place.DISCOVERY, Duty.REFUSE),
    DISCOVERY_NO_TOKEN_ENDPOINT(Place.DISCOVERY, Duty.REFUSE),
    DISCOVERY_NO_USERINFO_ENDPOINT(Place.DISCOVERY, Duty.ACCEPT),
    /** Does not announce PKCE with S256. */
    DISCOVERY_NO_S256(Place.DISCOVERY, Duty.ACCEPT),
    /** Announces only client authentication by certificates. */
    DISCOVERY_AUTH_METHODS_FOREIGN(Place.DISCOVERY, Duty.EITHER),
    /** Neither announces nor sends the {@code iss} parameter (RFC 9207), as older providers. */
    DISCOVERY_NO_ISS_PARAMETER(Place.DISCOVERY, Duty.ACCEPT),

    /** One key, without a {@code kid} in it or in the token. */
    JWKS_KID_ABSENT_SINGLE(Place.JWKS, Duty.ACCEPT),
    /** Several keys, no {@code kid} anywhere. */
    JWKS_KID_ABSENT_MULTIPLE(Place.JWKS, Duty.EITHER),
    JWKS_EMPTY(Place.JWKS, Duty.REFUSE),
    /** Unknown types, encryption keys and malformed entries next to the good key. */
    JWKS_SCRAPS(Place.JWKS, Duty.ACCEPT),
    /** The published key includes its private part. */
    JWKS_PRIVATE_KEY(Place.JWKS, Duty.EITHER),
    /** Ten thousand keys, the good one last. */
    JWKS_MANY(Place.JWKS, Duty.EITHER),
    JWKS_NOT_JSON(Place.JWKS, Duty.REFUSE),
    JWKS_500(Place.JWKS, Duty.REFUSE),
    /** Signs with a key made just now, which the set contains from now on. */
    JWKS_ROTATED_BEFORE_SIGNING(Place.JWKS, Duty.ACCEPT),

    ANSWER_ERROR_AND_CODE(Place.ANSWER, Duty.REFUSE),
    ANSWER_CODE_EMPTY(Place.ANSWER, Duty.REFUSE),
    ANSWER_CODE_MISSING(Place.ANSWER, Duty.REFUSE),
    /** Two parameters {@code code}, the second wrong. */
    ANSWER_CODE_TWICE(Place.ANSWER, Duty.EITHER),
    /** Two parameters {@code state}, the second wrong. */
    ANSWER_STATE_TWICE(Place.ANSWER, Duty.EITHER),
    /** Shows if state is checked. */
    ANSWER_STATE_MISSING(Place.ANSWER, Duty.REFUSE),
    /** Shows if state is checked. */
    ANSWER_STATE_WRONG(Place.ANSWER, Duty.REFUSE),
    ANSWER_ISS_WRONG(Place.ANSWER, Duty.REFUSE),
    /** Announced and not sent (RFC 9207 §2.4). */
    ANSWER_ISS_MISSING(Place.ANSWER, Duty.REFUSE),

    TOKEN_NOT_JSON(Place.TOKEN, Duty.REFUSE),
    TOKEN_ARRAY(Place.TOKEN, Duty.REFUSE),
    TOKEN_STRING(Place.TOKEN, Duty.REFUSE),
    TOKEN_NULL(Place.TOKEN, Duty.REFUSE),
    TOKEN_DUPLICATE_KEYS(Place.TOKEN, Duty.EITHER),
    /** A byte order mark before the JSON. */
    TOKEN_BOM(Place.TOKEN, Duty.EITHER),
    TOKEN_UTF16(Place.TOKEN, Duty.REFUSE),
    /** {@code {"error": …}} with status 200. */
    TOKEN_ERROR_WITH_200(Place.TOKEN, Duty.REFUSE),
    TOKEN_500(Place.TOKEN, Duty.REFUSE),
    TOKEN_REDIRECT(Place.TOKEN, Duty.REFUSE),
    /** A header of 100 KB. */
    TOKEN_HUGE_HEADER(Place.TOKEN, Duty.EITHER),
    /** Four megabytes. */
    TOKEN_HUGE(Place.TOKEN, Duty.REFUSE),
    TOKEN_TYPE_MAC(Place.TOKEN, Duty.REFUSE),
    TOKEN_TYPE_MISSING(Place.TOKEN, Duty.EITHER),
    TOKEN_TYPE_UPPER_CASE(Place.TOKEN, Duty.ACCEPT),
    EXPIRES_IN_MISSING(Place.TOKEN, Duty.ACCEPT),
    EXPIRES_IN_TEXT(Place.TOKEN, Duty.EITHER),
    EXPIRES_IN_NEGATIVE(Place.TOKEN, Duty.EITHER),
    /** {@code 1e400} */
    EXPIRES_IN_HUGE(Place.TOKEN, Duty.EITHER),
    EXPIRES_IN_NULL(Place.TOKEN, Duty.EITHER),
    EXPIRES_IN_OBJECT(Place.TOKEN, Duty.EITHER),
    ACCESS_TOKEN_MISSING(Place.TOKEN, Duty.REFUSE),
    ACCESS_TOKEN_EMPTY(Place.TOKEN, Duty.REFUSE),
    ACCESS_TOKEN_NOT_TEXT(Place.TOKEN, Duty.REFUSE),
    /** One megabyte. */
    ACCESS_TOKEN_HUGE(Place.TOKEN, Duty.EITHER),
    ID_TOKEN_MISSING(Place.TOKEN, Duty.REFUSE),
    ID_TOKEN_NOT_TEXT(Place.TOKEN, Duty.REFUSE),

    /** {@code iss} with a 1 appended. */
    ISS_WRONG(Place.ID_TOKEN, Duty.REFUSE),
    ISS_MISSING(Place.ID_TOKEN, Duty.REFUSE),
    SUB_MISSING(Place.ID_TOKEN, Duty.REFUSE),
    SUB_EMPTY(Place.ID_TOKEN, Duty.REFUSE),
    SUB_NUMBER(Place.ID_TOKEN, Duty.REFUSE),
    /** 256 characters; OpenID Connect Core §2 allows 255. */
    SUB_LONG(Place.ID_TOKEN, Duty.EITHER),
    /** With a U+0000 in it. */
    SUB_NUL(Place.ID_TOKEN, Duty.REFUSE),
    /** {@code aud} with a 1 appended. */
    AUD_WRONG(Place.ID_TOKEN, Duty.REFUSE),
    AUD_MISSING(Place.ID_TOKEN, Duty.REFUSE),
    AUD_EMPTY_ARRAY(Place.ID_TOKEN, Duty.REFUSE),
    AUD_ARRAY_OF_ONE(Place.ID_TOKEN, Duty.ACCEPT),
    /** This client and an unknown one, without {@code azp}. */
    AUD_SECOND_UNKNOWN(Place.ID_TOKEN, Duty.REFUSE),
    AZP_WRONG(Place.ID_TOKEN, Duty.REFUSE),
    IAT_MISSING(Place.ID_TOKEN, Duty.REFUSE),
    /** A day ahead. */
    IAT_FUTURE(Place.ID_TOKEN, Duty.REFUSE),
    /** A day ahead. */
    NBF_FUTURE(Place.ID_TOKEN, Duty.REFUSE),
    EXP_MISSING(Place.ID_TOKEN, Duty.REFUSE),
    /** A day ago. */
    EXP_PAST(Place.ID_TOKEN, Duty.REFUSE),
    EXP_TEXT(Place.ID_TOKEN, Duty.REFUSE),
    /** RFC 7519 §2 allows it. */
    EXP_FRACTION(Place.ID_TOKEN, Duty.EITHER),
    /** {@code 1e400} */
    EXP_HUGE(Place.ID_TOKEN, Duty.EITHER),
    /** With a 1 appended, if a nonce was sent. */
    NONCE_WRONG(Place.ID_TOKEN, Duty.REFUSE),
    /** Absent, although a nonce was sent. */
    NONCE_MISSING(Place.ID_TOKEN, Duty.REFUSE),
    AT_HASH_WRONG(Place.ID_TOKEN, Duty.REFUSE),
    /** A client that requested {@code auth_time} rejects it. */
    AUTH_TIME_MISSING(Place.ID_TOKEN, Duty.EITHER),
    /** A day ago; a client that requested a {@code max_age} rejects it. */
    AUTH_TIME_OLD(Place.ID_TOKEN, Duty.EITHER),
    DUPLICATE_CLAIMS(Place.ID_TOKEN, Duty.REFUSE),
    /** Unsigned. */
    ALG_NONE(Place.ID_TOKEN, Duty.REFUSE),
    /** Signed HS256 with the client's secret. */
    ALG_HS256(Place.ID_TOKEN, Duty.REFUSE),
    /** Signed HS256 with the text of the public key as the secret. */
    ALG_CONFUSED(Place.ID_TOKEN, Duty.REFUSE),
    /** Validly signed by the key of the other announced algorithm; a client that expects one algorithm rejects it. */
    ALG_OTHER(Place.ID_TOKEN, Duty.EITHER),
    SIGNATURE_SPOILED(Place.ID_TOKEN, Duty.REFUSE),
    /** Signed by a key that is in no set. */
    KEY_UNKNOWN(Place.ID_TOKEN, Duty.REFUSE),
    /** A fourth part. */
    EXTRA_DOT(Place.ID_TOKEN, Duty.REFUSE),
    /** Encrypted with an unknown key. */
    ENCRYPTED(Place.ID_TOKEN, Duty.REFUSE),
    /** {@code typ} says that it is an access token. */
    TYP_ACCESS_TOKEN(Place.ID_TOKEN, Duty.REFUSE),
    /** {@code typ} says that it is a logout token. */
    TYP_LOGOUT_TOKEN(Place.ID_TOKEN, Duty.REFUSE),
    /** Names an unknown extension in {@code crit}. */
    CRIT_UNKNOWN(Place.ID_TOKEN, Duty.REFUSE),
    /** Name, address and picture are at the userinfo endpoint only. */
    CLAIMS_ONLY_IN_USERINFO(Place.ID_TOKEN, Duty.ACCEPT),

    /** {@code sub} with "invalid" appended. */
    USERINFO_SUB_WRONG(Place.USERINFO, Duty.REFUSE),
    USERINFO_SUB_MISSING(Place.USERINFO, Duty.REFUSE),
    USERINFO_401(Place.USERINFO, Duty.REFUSE),
    USERINFO_500(Place.USERINFO, Duty.REFUSE),
    USERINFO_NOT_JSON(Place.USERINFO, Duty.REFUSE),
    /** A signed token although JSON was requested. */
    USERINFO_JWT(Place.USERINFO, Duty.REFUSE),
    /** Members such as {@code __proto__}. */
    USERINFO_PROTO_KEYS(Place.USERINFO, Duty.ACCEPT),
    /** Ten thousand members. */
    USERINFO_MANY_KEYS(Place.USERINFO, Duty.EITHER),
    /** A picture of five megabytes. */
    USERINFO_HUGE(Place.USERINFO, Duty.REFUSE);

    /** Says where the fault shows. */
    public enum Place {
        DISCOVERY,
        JWKS,
        /** The authorization response. */
        ANSWER,
        TOKEN,
        ID_TOKEN,
        /** Shows only to clients that call this endpoint. */
        USERINFO
    }

    /** Says what the client must do. */
    public enum Duty {
        /** No user is signed in. */
        REFUSE,
        /** The sign-in succeeds nevertheless. */
        ACCEPT,
        /** Either, without a crash. */
        EITHER
    }

    private final Place place;
    private final Duty duty;

    Fault(Place place, Duty duty) {
        this.place = place;
        this.duty = duty;
    }

    public Place place() {
        return place;
    }

    public Duty duty() {
        return duty;
    }

    public static List<Fault> at(Place place) {
        return Arrays.stream(values()).filter(fault -> fault.place == place).toList();
    }
}
