/** Stores users, accounts and sessions in DynamoDB. */
// The SDK has no descriptors; its manifests name it.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.cardea.adapter.dynamodb {
    requires transitive dev.cardea;
    requires transitive software.amazon.awssdk.services.dynamodb;
    requires software.amazon.awssdk.awscore;
    requires software.amazon.awssdk.core;
    requires static transitive org.jspecify;

    exports dev.cardea.adapter.dynamodb;
}
