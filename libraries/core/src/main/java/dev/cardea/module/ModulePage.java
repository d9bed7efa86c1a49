package dev.cardea.module;

/**
 * A page of a module, in the frame of the built-in pages. Immutable.
 *
 * <p><b>Security:</b> {@code html} and {@code style} are sent as they are. Escape every text in {@code html}, and let no
 * visitor decide about {@code style}. The policy of the page permits no other style, no script but the one for passkeys, and
 * forms to this site and to https only.
 *
 * @param title of the window; escaped
 * @param html what the page shows below the logo
 * @param style rules that follow those of the built-in pages; empty for none
 * @param hasPasskeys whether the page has a form that registers a passkey, with the attributes that the sign-in page uses
 */
public record ModulePage(String title, String html, String style, boolean hasPasskeys) {
    /** Makes a page that looks like the sign-in page. */
    public static ModulePage of(String title, String html) {
        return new ModulePage(title, html, "", false);
    }

    /** Adds rules to the style sheet. */
    public ModulePage style(String rules) {
        return new ModulePage(title, html, style + rules, hasPasskeys);
    }

    /** Adds the script that registers a passkey. */
    public ModulePage withPasskeys() {
        return new ModulePage(title, html, style, true);
    }
}
