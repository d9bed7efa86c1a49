package dev.cardea.transcript;

import java.util.List;

class TranscriptTest {
    static final List<String> FILES = List.of(
            "http-basic", "http-edge", "http-email", "http-login-matrix", "http-oauth", "http-pages",
            "http-providers-special", "http-proxy-merge", "http-session-db-credentials", "http-session-jwt",
            "assert-base", "assert-cred", "assert-db", "assert-email", "assert-endpoints", "assert-webauthn");
}
