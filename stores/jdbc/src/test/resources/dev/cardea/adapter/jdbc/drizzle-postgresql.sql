-- What Drizzle makes of its adapter's default tables.
create table "user" (
  "id" text primary key not null,
  "name" text,
  "email" text,
  "emailVerified" timestamp,
  "image" text,
  constraint "user_email_unique" unique ("email")
);
create table "account" (
  "userId" text not null references "user" ("id") on delete cascade,
  "type" text not null,
  "provider" text not null,
  "providerAccountId" text not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" integer,
  "token_type" text,
  "scope" text,
  "id_token" text,
  "session_state" text,
  constraint "account_provider_providerAccountId_pk" primary key ("provider", "providerAccountId")
);
create table "session" (
  "sessionToken" text primary key not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "expires" timestamp not null
);
create table "verificationToken" (
  "identifier" text not null,
  "token" text not null,
  "expires" timestamp not null,
  constraint "verificationToken_identifier_token_pk" primary key ("identifier", "token")
);
create table "authenticator" (
  "credentialID" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" boolean not null,
  "transports" text,
  constraint "authenticator_userId_credentialID_pk" primary key ("userId", "credentialID"),
  constraint "authenticator_credentialID_unique" unique ("credentialID")
);
