package dev.cardea.server.http;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;

/** HTTP/1.1 with a limit to the fields of a head: thousands of tiny ones weigh twenty times what they are on the wire. */
final class HeaderCountLimit extends HttpConnectionFactory {
    private final int most;

    /** @param most fields of a head */
    HeaderCountLimit(HttpConfiguration http, int most) {
        super(http);
        this.most = most;
    }

    @Override
    @SuppressWarnings("removal")
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        var connection = new CountedRequest(getHttpConfiguration(), connector, endPoint, most);
        connection.setUseInputDirectByteBuffers(isUseInputDirectByteBuffers());
        connection.setUseOutputDirectByteBuffers(isUseOutputDirectByteBuffers());
        return configure(connection, connector, endPoint);
    }

    /** Counts before anything is kept. */
    private static final class CountedRequest extends HttpConnection {
        private final int most;

        CountedRequest(HttpConfiguration http, Connector connector, EndPoint endPoint, int most) {
            super(http, connector, endPoint);
            this.most = most;
        }

        @Override
        protected RequestHandler newRequestHandler() {
            return new RequestHandler() {
                private int fields;

                @Override
                public void messageBegin() {
                    fields = 0;
                    super.messageBegin();
                }

                @Override
                public void parsedHeader(HttpField field) {
                    count();
                    super.parsedHeader(field);
                }

                @Override
                public void parsedTrailer(HttpField field) {
                    count();
                    super.parsedTrailer(field);
                }

                @SuppressWarnings("removal")
                private void count() {
                    if (++fields <= most) return;
                    throw new BadMessageException(HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431, "too many fields");
                }
            };
        }
    }
}
