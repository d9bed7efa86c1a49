package dev.cardea.attacks;

/** Name and password of a user of the site. */
record UsernamePassword(String name, String password) {
    /** Returns the name alone. */
    @Override
    public String toString() {
        return "Login[" + name + "]";
    }
}
