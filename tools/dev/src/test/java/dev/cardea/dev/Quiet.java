package dev.cardea.dev;

import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;

/** Logs nothing, where a test makes sign-ins fail on purpose. */
final class Quiet implements AuthLogger {
    @Override
    public void error(AuthException error) {}

    @Override
    public void warn(String code) {}
}
