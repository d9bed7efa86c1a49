package dev.cardea.adapter.dynamodb;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/** A network that carries every change to DynamoDB and loses the answer to the first try of each. */
final class LostAnswers implements SdkHttpClient {
    private static final Set<String> CHANGES = Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems");

    private final SdkHttpClient below = UrlConnectionHttpClient.create();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        var call = below.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                var answer = call.call();
                if (isChange(request) && lost.add(header(request, "amz-sdk-invocation-id"))) {
                    throw new IOException("the answer was lost");
                }
                return answer;
            }

            @Override
            public void abort() {
                call.abort();
            }
        };
    }

    /** How many answers were lost. */
    int count() {
        return lost.size();
    }

    private static boolean isChange(HttpExecuteRequest request) {
        return CHANGES.contains(header(request, "X-Amz-Target").replaceFirst(".*\\.", ""));
    }

    private static String header(HttpExecuteRequest request, String name) {
        return request.httpRequest().matchingHeaders(name).stream().findFirst().orElse("");
    }

    @Override
    public void close() {
        below.close();
    }
}
