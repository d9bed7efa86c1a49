-- The default tables of Auth.js' Drizzle adapter. Times are milliseconds since 1970.
create table if not exists "user" (
  "id" ${id} not null primary key,
  "name" text,
  "email" text,
  "emailVerified" ${time},
  "image" text,
  constraint "user_email_unique" unique ("email")
);

create table if not exists "account" (
  "userId" ${id} not null references "user" ("id") on delete cascade,
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
  primary key ("provider", "providerAccountId")
);
create index if not exists "account_userId_idx" on "account" ("userId");

create table if not exists "session" (
  "sessionToken" text not null primary key,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "expires" ${time} not null
);
create index if not exists "session_userId_idx" on "session" ("userId");
create index if not exists "session_expires_idx" on "session" ("expires");

create table if not exists "verificationToken" (
  "identifier" text not null,
  "token" text not null,
  "expires" ${time} not null,
  primary key ("identifier", "token")
);
create index if not exists "verificationToken_token_idx" on "verificationToken" ("token");
create index if not exists "verificationToken_expires_idx" on "verificationToken" ("expires");

create table if not exists "authenticator" (
  "credentialID" text not null,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" integer not null,
  "transports" text,
  constraint "authenticator_credentialID_unique" unique ("credentialID"),
  primary key ("userId", "credentialID")
);
