package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.AdapterContract;
import dev.cardea.adapter.testkit.CleanUpContract;
import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/**
 * A database that the build does not have. An independent parser checks the SQL, and another database that imitates
 * this one runs it. A real database may still behave differently; see the documentation of stores.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ImitationContractTest implements FullContract, CleanUpContract, UserIndexContract {
    private static final Pattern FILTERED = Pattern.compile("(create unique index .*) where (.*)");

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Database database;
    private final JdbcAdapter adapter;

    ImitationContractTest(String mode, Dialect dialect) {
        database = H2Database.imitating(mode, dialect);
        var statements = JdbcMigrations.of(database.pool())
                .dialect(dialect.sql())
                .layout(Layout.DRIZZLE)
                .dryRun();
        said.addAll(statements);
        for (var sql : statements) database.execute(imitated(sql));
        adapter = JdbcAdapter.builder(new TranslatingDatabase(database.pool(), this::heard).dataSource())
                .dialect(dialect)
                .build();
    }

    private String heard(String sql) {
        said.add(sql);
        return imitated(sql);
    }

    /** Returns the statement as the imitation understands it. */
    String imitated(String sql) {
        return sql;
    }

    @AfterAll
    void every_statement_can_be_parsed() {
        assertThat(said).hasSizeGreaterThan(50);
        for (var sql : said) assertThat(parsed(sql)).as(sql).isEmpty();
        database.close();
    }

    private static List<String> parsed(String sql) {
        try {
            // The parser knows no index with a condition, but every condition, and only two table hints of SQL Server.
            var index = FILTERED.matcher(sql);
            CCJSqlParserUtil.parse(index.matches() ? index.group(1) : sql.replace(" with (updlock)", ""));
            if (index.matches()) CCJSqlParserUtil.parseCondExpression(index.group(2), false);
            return List.of();
        } catch (JSQLParserException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public JdbcAdapter adapter() {
        return adapter;
    }

    /** Another database's words for a lock are not understood here. */
    @Override
    public Set<Class<? extends AdapterContract>> testedElsewhere() {
        return Set.of(UserLocksContract.class);
    }

    @Override
    public void deleteExpired() {
        adapter.deleteExpired();
    }

    /** Races say nothing about a database that is another one. */
    @Override
    public int rounds() {
        return 1;
    }

    @Override
    public int runners() {
        return 2;
    }
}
