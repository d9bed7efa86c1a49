/** Attacks on one's own site, which show whether its defences are on. */
module dev.cardea.attacks {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;

    exports dev.cardea.attacks;
}
