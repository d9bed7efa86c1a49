package dev.cardea.attacks;

import java.io.IOException;

/** An attack with the code that carries it out. */
record AttackCase(Attack attack, Attempt attempt) {
    /** The code of an attack. */
    interface Attempt {
        /** @throws IOException where the site does not answer at all */
        void run(Trial trial) throws IOException;
    }

    static AttackCase anonymous(String id, String title, String expected, String remedy, Attempt attempt) {
        return new AttackCase(new Attack(id, title, Group.ANONYMOUS, expected, remedy), attempt);
    }

    static AttackCase account(String id, String title, String expected, String remedy, Attempt attempt) {
        return new AttackCase(new Attack(id, title, Group.ACCOUNT, expected, remedy), attempt);
    }

    static AttackCase provider(String id, String title, String expected, String remedy, Attempt attempt) {
        return new AttackCase(new Attack(id, title, Group.PROVIDER, expected, remedy), attempt);
    }
}
