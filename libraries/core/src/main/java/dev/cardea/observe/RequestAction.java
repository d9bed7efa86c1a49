package dev.cardea.observe;

/** What a request asks for: an action of Cardea, or of a module that adds routes. A value of a closed list either way. */
public sealed interface RequestAction extends Label permits Step.Action, ModuleAction {
    /** Returns whether pages ask for it so often that a request which succeeds isn't worth recording. */
    boolean isFrequent();
}
