/** Meters of sign-ins, sessions and the calls behind them. */
module dev.cardea.micrometer {
    requires transitive dev.cardea;
    requires transitive micrometer.core;
    requires static transitive org.jspecify;

    exports dev.cardea.micrometer;
}
