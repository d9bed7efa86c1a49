package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

final class H2Dialect extends SqlDialect {
    /** Another transaction changed the row that this one waited for. */
    private static final int ROW_CHANGED = 90131;

    private static final int READ_ONLY = 90097;

    H2Dialect() {
        super("h2");
    }

    @Override
    Optional<String> warning(Connection connection) throws SQLException {
        String url = String.valueOf(connection.getMetaData().getURL());
        if (url.startsWith("jdbc:h2:mem:") || url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:"))
            return Optional.empty();
        return Optional.of(
                "the store is an H2 file. If its process is killed, H2 loses the latest changes: sessions end, "
                        + "and used links work again. Use SQLite for a file, or a database server");
    }

    @Override
    boolean limitOutlivesStatement() {
        return true;
    }

    @Override
    boolean hasNetwork() {
        return false;
    }

    @Override
    boolean keepsForeignKeys() {
        return false;
    }

    @Override
    boolean isReadOnly(SQLException failure) {
        return failure.getErrorCode() == READ_ONLY;
    }

    @Override
    boolean isConflict(SQLException failure, String state) {
        return failure.getErrorCode() == ROW_CHANGED || super.isConflict(failure, state);
    }
}
