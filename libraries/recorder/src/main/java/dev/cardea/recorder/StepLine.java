package dev.cardea.recorder;

import dev.cardea.observe.Label;
import dev.cardea.observe.Step.*;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One step as a line of text.
 *
 * @param word what kind of step it is
 * @param subject what it is about
 * @param detail how it ended
 */
record StepLine(String word, String subject, String detail) {
    static final Cases<StepLine> OF_STEP = new OfStep();

    private static final class OfStep implements Cases<StepLine> {
        @Override
        public StepLine requestStart(RequestStart step) {
            var path = step.action().label() + (step.provider() == null ? "" : "/" + step.provider());
            var forwarded = step.forwardedHost() == null ? "" : ", forwarded for " + step.forwardedHost();
            var scheme = step.isForwardedHttps() == null ? "" : ", forwarded as " + scheme(step.isForwardedHttps());
            return line(
                    "request",
                    step.method().label() + " " + path,
                    scheme(step.isHttps()) + " to " + step.host() + forwarded + scheme);
        }

        @Override
        public StepLine originDecision(OriginDecision step) {
            return line(
                    "site", step.host().toString(), scheme(step.isHttps()) + (step.isTrusted() ? "" : ", not trusted"));
        }

        @Override
        public StepLine requestEnd(RequestEnd step) {
            return line("answer", "status " + step.status(), step.outcome().label() + ", " + ms(step.duration()));
        }

        @Override
        public StepLine browserFacts(BrowserFacts step) {
            return line(
                    "browser",
                    step.browser().toString(),
                    "check cookies: " + step.checks().size() + ", other cookies: " + step.otherCookies()
                            + (step.hasSession() ? ", with a session" : "")
                            + (step.client() == null ? "" : ", from " + step.client()));
        }

        @Override
        public StepLine signInStart(SignInStart step) {
            return line("begin", step.provider().label(), "");
        }

        @Override
        public StepLine signInPause(SignInPause step) {
            return line("pause", step.provider().label(), "");
        }

        @Override
        public StepLine signInResume(SignInResume step) {
            return line("resume", step.provider().label(), "");
        }

        @Override
        public StepLine signInEnd(SignInEnd step) {
            return line(
                    "end",
                    step.result().label(),
                    step.error() == null
                            ? step.isNewUser() == null ? "" : step.isNewUser() ? "new user" : "known user"
                            : step.error().code());
        }

        @Override
        public StepLine checkSet(CheckSet step) {
            return line(
                    "check",
                    step.check().key() + " cookie set",
                    (step.domain() == null ? "host-only, " : "for " + step.domain() + ", ")
                            + (step.isSentAcrossSites() ? "SameSite=None, " : "SameSite=Lax, ")
                            + (step.isSecure() ? "Secure, " : "")
                            + step.lifetime().toSeconds() + " s");
        }

        @Override
        public StepLine checkRead(CheckRead step) {
            return line("check", step.check().key(), words(step.result()));
        }

        @Override
        public StepLine redirect(Redirect step) {
            return line("redirect", step.host().toString(), list(step.parameters()));
        }

        @Override
        public StepLine providerReturn(Return step) {
            var error = step.error() == null ? "" : ", error " + step.error().label();
            return line("return", step.provider().label(), list(step.parameters()) + error);
        }

        @Override
        public StepLine providerCallStart(ProviderCallStart step) {
            return line(
                    "call",
                    step.endpoint().label(),
                    step.client() == null
                            ? "begins"
                            : "begins, with " + step.client().label());
        }

        @Override
        public StepLine providerCall(ProviderCall step) {
            return line(
                    "call",
                    step.endpoint().label() + " at " + step.host(),
                    words(step.result()) + (step.status() == 0 ? "" : ", status " + step.status()) + ", "
                            + ms(step.duration())
                            + (step.error() == null
                                    ? ""
                                    : ", error " + step.error().label())
                            + (step.shape() == null ? "" : ", " + step.shape()));
        }

        @Override
        public StepLine idTokenRule(IdTokenRule step) {
            return line("id token", words(step.rule()), step.isMet() ? "passed" : "not met");
        }

        @Override
        public StepLine passkeyRule(PasskeyRule step) {
            return line("passkey", step.ceremony().label(), "step " + step.number() + " violated");
        }

        @Override
        public StepLine linkDecision(LinkDecision step) {
            return line("account", words(step.decision()), "");
        }

        @Override
        public StepLine callbackCall(CallbackCall step) {
            return line("callback", step.callback().label(), words(step.result()) + ", " + ms(step.duration()));
        }

        @Override
        public StepLine eventCall(EventCall step) {
            return line("event", step.event().label(), (step.isOk() ? "ok" : "failed") + ", " + ms(step.duration()));
        }

        @Override
        public StepLine storeCall(StoreCall step) {
            return line(
                    "store",
                    step.operation().label(),
                    words(step.result()) + (step.reason() == null ? "" : ", " + words(step.reason())) + ", "
                            + ms(step.duration()));
        }

        @Override
        public StepLine sessionRead(SessionRead step) {
            return line("session", "read, " + step.strategy().label(), words(step.result()));
        }

        @Override
        public StepLine sessionIssue(SessionIssue step) {
            return line("session", "issued, " + step.strategy().label(), words(step.cause()));
        }

        @Override
        public StepLine sessionConfirm(SessionConfirm step) {
            return line("session", "confirmed by the store", words(step.result()));
        }

        @Override
        public StepLine sessionEnd(SessionEnd step) {
            return line("session", "ended", words(step.reason()));
        }

        @Override
        public StepLine signOut(SignOut step) {
            return line("sign-out", step.strategy().label(), "");
        }

        @Override
        public StepLine rateLimit(RateLimit step) {
            return line("limit", step.budget().key(), "exhausted");
        }

        @Override
        public StepLine mailCall(MailCall step) {
            return line("mail", step.service().label(), words(step.result()) + ", " + ms(step.duration()));
        }

        @Override
        public StepLine linkRead(LinkRead step) {
            return line("link", step.provider().label(), words(step.result()));
        }

        @Override
        public StepLine hookCall(HookCall step) {
            return line("hook", step.hook().label(), words(step.result()) + ", " + ms(step.duration()));
        }

        @Override
        public StepLine hookEvent(HookEvent step) {
            return line("hook", step.hook().label(), words(step.result()) + ", " + ms(step.duration()));
        }

        @Override
        public StepLine hookEventDrop(HookEventDrop step) {
            return line("hook", step.event().label(), "dropped");
        }

        @Override
        public StepLine secretUse(SecretUse step) {
            return line("secret", step.purpose().label(), step.position().label());
        }

        @Override
        public StepLine passwordHash(PasswordHash step) {
            return line("password", step.algorithm().label(), ms(step.duration()));
        }

        @Override
        public StepLine moduleStep(ModuleStep step) {
            var duration = step.duration() == null ? "" : ", " + ms(step.duration());
            return line("module", words(step.name()), words(step.result()) + duration);
        }

        @Override
        public StepLine errorReport(ErrorReport step) {
            return line("error", step.type().code(), "");
        }

        @Override
        public StepLine answer(Answer step) {
            return line(
                    "page",
                    words(step.page()),
                    step.error() == null ? "" : step.error().code());
        }

        private static StepLine line(String word, String subject, String detail) {
            return new StepLine(word, subject, detail);
        }

        private static String scheme(boolean isHttps) {
            return isHttps ? "https" : "http";
        }

        private static String words(@Nullable Label label) {
            return label == null ? "" : label.label().replace('_', ' ');
        }

        private static String list(Collection<? extends Label> labels) {
            return labels.stream().map(Label::label).sorted().collect(Collectors.joining(", "));
        }

        private static String ms(Duration duration) {
            return duration.toMillis() + " ms";
        }
    }
}
