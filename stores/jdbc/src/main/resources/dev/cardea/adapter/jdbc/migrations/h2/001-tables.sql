-- The default tables of Auth.js' Drizzle adapter. Times are UTC.
create table if not exists "user" (
  "id" ${id} not null primary key,
  "name" varchar,
  "email" varchar,
  "emailVerified" ${time},
  "image" varchar,
  constraint "user_email_unique" unique ("email")
);

create table if not exists "account" (
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "type" varchar not null,
  "provider" varchar not null,
  "providerAccountId" varchar not null,
  "refresh_token" varchar,
  "access_token" varchar,
  "expires_at" bigint,
  "token_type" varchar,
  "scope" varchar,
  "id_token" varchar,
  "session_state" varchar,
  primary key ("provider", "providerAccountId")
);
create index if not exists "account_userId_idx" on "account" ("userId");

create table if not exists "session" (
  "sessionToken" varchar not null primary key,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "expires" ${time} not null
);
create index if not exists "session_userId_idx" on "session" ("userId");
create index if not exists "session_expires_idx" on "session" ("expires");

create table if not exists "verificationToken" (
  "identifier" varchar not null,
  "token" varchar not null,
  "expires" ${time} not null,
  primary key ("identifier", "token")
);
create index if not exists "verificationToken_token_idx" on "verificationToken" ("token");
create index if not exists "verificationToken_expires_idx" on "verificationToken" ("expires");

create table if not exists "authenticator" (
  "credentialID" varchar not null,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "providerAccountId" varchar not null,
  "credentialPublicKey" varchar not null,
  "counter" bigint not null,
  "credentialDeviceType" varchar not null,
  "credentialBackedUp" boolean not null,
  "transports" varchar,
  constraint "authenticator_credentialID_unique" unique ("credentialID"),
  primary key ("userId", "credentialID")
);
