package dev.cardea.adapter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.LostAnswersContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("store")
class DynamoContractTest implements FullContract, UserLocksContract, LostAnswersContract {
    private static Dynamo dynamo;
    private static DynamoAdapter adapter;
    private static LostAnswers lost;
    private static DynamoAdapter withoutFirstAnswers;

    @BeforeAll
    static void open() throws Exception {
        dynamo = Dynamo.start();
        adapter = dynamo.adapter();
        lost = new LostAnswers();
        withoutFirstAnswers = Dynamo.patient(dynamo.client(lost)).build();
    }

    @AfterAll
    static void close() throws Exception {
        if (dynamo == null) return;
        dynamo.close();
        assertThat(lost.count()).isGreaterThan(10);
    }

    @Override
    public DynamoAdapter adapter() {
        return adapter;
    }

    @Override
    public DynamoAdapter withoutFirstAnswers() {
        return withoutFirstAnswers;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    @Override
    public int rounds() {
        return 10;
    }

    @Override
    public int runners() {
        return 16;
    }
}
