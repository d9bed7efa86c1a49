package dev.cardea.host.servlet;

import dev.cardea.Visitor;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * A response that may carry the session cookie. The container has no event before it sends the head of a response, so
 * the first byte, a flush, a redirect, an error and the end of the page each decide.
 */
final class BufferedResponse extends HttpServletResponseWrapper {
    private final Visitor visitor;
    private boolean settled;
    private @Nullable ServletOutputStream stream;
    private @Nullable PrintWriter writer;

    BufferedResponse(HttpServletResponse response, Visitor visitor) {
        super(response);
        this.visitor = visitor;
    }

    /** Adds the session cookies and cache headers once, unless the head was sent. */
    void settle() {
        if (settled || isCommitted()) return;
        settled = true;
        keep();
    }

    @Override
    public void setHeader(String name, @Nullable String value) {
        super.setHeader(name, value);
        resettle(name);
    }

    @Override
    public void addHeader(String name, String value) {
        super.addHeader(name, value);
        resettle(name);
    }

    @Override
    public void setDateHeader(String name, long date) {
        super.setDateHeader(name, date);
        resettle(name);
    }

    /**
     * A page that replaces all cookies removes the session cookie, which must be added again; one that becomes public
     * must not have it.
     */
    private void resettle(String name) {
        if (settled && Visitor.isKeptBy(name) && !isCommitted()) keep();
    }

    @Override
    public void reset() {
        super.reset();
        settled = false;
        stream = null;
        writer = null;
    }

    @Override
    public void sendError(int status) throws IOException {
        setStatus(status);
        settle();
        super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
        setStatus(status);
        settle();
        super.sendError(status, message);
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        settle();
        super.sendRedirect(location);
    }

    @Override
    public void flushBuffer() throws IOException {
        settle();
        super.flushBuffer();
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        if (stream == null) stream = new BufferedStream(super.getOutputStream());
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (writer == null) writer = new PrintWriter(new BufferedWriter(super.getWriter()));
        return writer;
    }

    private void keep() {
        visitor.keep(getStatus(), new ServletHeaders((HttpServletResponse) getResponse()));
    }

    private final class BufferedStream extends ServletOutputStream {
        private final ServletOutputStream out;

        BufferedStream(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            settle();
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
            settle();
            out.write(bytes, start, length);
        }

        @Override
        public void flush() throws IOException {
            settle();
            out.flush();
        }

        @Override
        public void close() throws IOException {
            settle();
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }

    private final class BufferedWriter extends Writer {
        private final PrintWriter out;

        BufferedWriter(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void write(char[] text, int start, int length) {
            settle();
            out.write(text, start, length);
        }

        @Override
        public void flush() throws IOException {
            settle();
            out.flush();
            if (out.checkError()) throw new IOException("the response could not be written");
        }

        @Override
        public void close() {
            settle();
            out.close();
        }
    }
}
