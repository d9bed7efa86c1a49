package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;

import dev.cardea.observe.Step.HookCall;
import dev.cardea.observe.Step.HookResult;
import dev.cardea.observe.Step.MailCall;
import java.util.List;

/** Faults of the application behind the hooks, and of mail services. */
final class ApplicationFaults {
    static final List<KnownFault> ALL = List.of(
            hook(
                    "R49",
                    "Hooks unreachable",
                    HookResult.UNREACHABLE,
                    "couldn't be reached",
                    "Start the application at hooks.url, or correct the URL. cardea doctor tests it."),
            hook(
                    "R50",
                    "Hook too slow",
                    HookResult.TIMEOUT,
                    "didn't respond in time",
                    "Find out what the hook waits for, or raise hooks.timeout."),
            hook(
                    "R51",
                    "Hook signature rejected",
                    HookResult.REJECTED,
                    "was rejected by the application: status 401 or another error",
                    "Use the same AUTH_SECRET for core and application. For another status, read the "
                            + "application's log."),
            hook(
                    "R52",
                    "Hook redirected",
                    HookResult.REDIRECTED,
                    "responded with a redirect, which Cardea doesn't follow because the signature would reach "
                            + "another URL",
                    "Set hooks.url to the exact URL of the receiver, including host and slash, and don't put a "
                            + "login in front of it."),
            hook(
                    "R53",
                    "Hook response is malformed",
                    HookResult.INVALID,
                    "didn't respond with the JSON object that the protocol requires",
                    "Mount the hooks' receiver exactly at hooks.url. A page or a proxy may be responding instead."),
            new KnownFault(
                    "R54",
                    "Email couldn't be sent",
                    CERTAIN,
                    facts -> facts.last(MailCall.class, it -> it.result() != MailCall.Result.SENT)
                            .map(it -> "The email service didn't accept the email: " + it.service() + ", "
                                    + it.result().label() + "."),
                    "Check the URL and credentials of the email service, and that it lets you send from this "
                            + "sender. The log has its response."));

    private ApplicationFaults() {}

    private static KnownFault hook(String id, String title, HookResult result, String text, String remedy) {
        return new KnownFault(
                id,
                title,
                LIKELY,
                facts -> facts.last(HookCall.class, it -> it.result() == result)
                        .map(it -> "The hook " + it.hook().label() + " " + text + "."),
                remedy);
    }
}
