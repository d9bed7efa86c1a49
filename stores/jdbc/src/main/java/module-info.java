/** Stores users, accounts and sessions in an SQL database. */
module dev.cardea.adapter.jdbc {
    requires transitive dev.cardea;
    requires transitive java.sql;
    requires static transitive org.jspecify;

    exports dev.cardea.adapter.jdbc;
}
