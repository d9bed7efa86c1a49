package dev.cardea.recorder;

import static dev.cardea.recorder.Cause.Certainty.CERTAIN;
import static dev.cardea.recorder.Cause.Certainty.LIKELY;

import dev.cardea.observe.Step.HookCall;
import dev.cardea.observe.Step.HookResult;
import dev.cardea.observe.Step.MailCall;
import java.util.List;

/** Faults of the application behind the hooks, and of mail services. */
final class ApplicationFaults {
    static final List<Fault> ALL = List.of(
            hook(
                    "R49",
                    "Hooks unreachable",
                    HookResult.UNREACHABLE,
                    "could not be reached",
                    "Start the application at hooks.url, or correct the address. cardea doctor probes it."),
            hook(
                    "R50",
                    "Hook too slow",
                    HookResult.TIMEOUT,
                    "did not answer in time",
                    "Look at what the hook waits for, or raise hooks.timeout."),
            hook(
                    "R51",
                    "Hook signature rejected",
                    HookResult.REJECTED,
                    "was rejected by the application: status 401 or another error",
                    "Give core and application the same AUTH_SECRET. For another status, read the application's log."),
            hook(
                    "R52",
                    "Hook redirected",
                    HookResult.REDIRECTED,
                    "was answered with a redirect, which is not followed: the signature would reach another address",
                    "Set hooks.url to the address at which the receiver is mounted, with its slash and its host, and "
                            + "put no login in front of it."),
            hook(
                    "R53",
                    "Hook answer malformed",
                    HookResult.INVALID,
                    "was not answered with the JSON object that the protocol asks for",
                    "Mount the hooks' receiver at hooks.url itself. A page or a proxy may answer in its place."),
            new Fault(
                    "R54",
                    "Mail not sent",
                    CERTAIN,
                    facts -> facts.last(MailCall.class, it -> it.result() != MailCall.Result.SENT)
                            .map(it -> "The mail service did not take the mail: " + it.service() + ", "
                                    + it.result().label() + "."),
                    "Check address and credentials of the mail service, and that it lets you send from this sender. The "
                            + "log has its answer."));

    private ApplicationFaults() {}

    private static Fault hook(String id, String title, HookResult result, String text, String remedy) {
        return new Fault(
                id,
                title,
                LIKELY,
                facts -> facts.last(HookCall.class, it -> it.result() == result)
                        .map(it -> "The hook " + it.hook().label() + " " + text + "."),
                remedy);
    }
}
