/** Stores users, accounts and sessions in MongoDB. */
// The driver has no descriptors; its manifests name it.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.cardea.adapter.mongodb {
    requires transitive dev.cardea;
    requires transitive org.mongodb.driver.core;
    requires transitive org.mongodb.driver.sync.client;
    requires org.mongodb.bson;
    requires static transitive org.jspecify;

    exports dev.cardea.adapter.mongodb;
}
