package com.example.guides;

import dev.cardea.Auth;
import dev.cardea.http.HttpHandler;

/** The page of the guide, in the package of the class that serves it: an import would be part of the sample. */
public final class AccountPage {
    private AccountPage() {}

    public static HttpHandler of(Auth auth) {
        return dev.cardea.examples.docs.AccountPage.of(auth);
    }
}
