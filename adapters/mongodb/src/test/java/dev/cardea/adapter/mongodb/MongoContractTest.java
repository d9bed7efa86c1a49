package dev.cardea.adapter.mongodb;

import dev.cardea.adapter.testkit.AccountIndexContract;
import dev.cardea.adapter.testkit.AccountUpdatesContract;
import dev.cardea.adapter.testkit.AuthenticatorContract;
import dev.cardea.adapter.testkit.PasskeyRecordsContract;
import dev.cardea.adapter.testkit.SessionContract;
import dev.cardea.adapter.testkit.SessionIndexContract;
import dev.cardea.adapter.testkit.SpentTokensContract;
import dev.cardea.adapter.testkit.TokenContract;
import dev.cardea.adapter.testkit.UserContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MongoContractTest
        implements UserContract,
                SessionContract,
                TokenContract,
                AuthenticatorContract,
                AccountUpdatesContract,
                AccountIndexContract,
                SessionIndexContract,
                SpentTokensContract,
                PasskeyRecordsContract {
    private static Mongo mongo;
    private static MongoAdapter adapter;

    @BeforeAll
    static void open() {
        mongo = Mongo.start();
        adapter = mongo.adapter();
    }

    @AfterAll
    static void close() {
        mongo.close();
    }

    @Override
    public MongoAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    @Override
    public int rounds() {
        return 50;
    }
}
