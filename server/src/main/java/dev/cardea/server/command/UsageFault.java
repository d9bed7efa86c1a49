package dev.cardea.server.command;

import dev.cardea.server.text.DidYouMean;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Names the error of a command line, in two lines. */
final class UsageFault {
    private UsageFault() {}

    static int report(ParameterException fault, String[] args) {
        var line = fault.getCommandLine();
        line.getErr().println("cardea: " + reason(fault));
        line.getErr().println("see: " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.WRONG;
    }

    private static String reason(ParameterException fault) {
        if (fault instanceof UnmatchedArgumentException unmatched) return reason(unmatched);
        return decapitalized(String.valueOf(fault.getMessage()))
                .replace("is not an int", "is not a whole number")
                .replace("is not a long", "is not a whole number");
    }

    /** The next word may be the value of an unknown option, so only the first is named. */
    private static String reason(UnmatchedArgumentException fault) {
        var word = fault.getUnmatched().get(0);
        var command = fault.getCommandLine().getCommandSpec();
        var known = word.startsWith("-")
                ? command.optionsMap().keySet()
                : command.subcommands().keySet();
        var what = word.startsWith("-") ? "the option " : known.isEmpty() ? "the argument " : "the command ";
        return what + word + " is unknown"
                + DidYouMean.near(word, known)
                        .map(it -> "; did you mean " + it + "?")
                        .orElse("");
    }

    private static String decapitalized(String text) {
        return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }
}
