package dev.cardea.attacks;

import java.util.Locale;

/**
 * An attack as it is declared: what it does, and what a site with its defences on does about it.
 *
 * @param id {@code A01} to {@code A67}, never reused for another attack
 * @param title what the attacker does
 * @param group what the attack needs
 * @param expected what a defended site does
 * @param remedy what to change on a site that does something else
 */
public record Attack(String id, String title, Group group, String expected, String remedy) {
    /** Returns where the attack is described, relative to the folder of the documentation. */
    public String docs() {
        return "attacks.md#" + id.toLowerCase(Locale.ROOT);
    }
}
