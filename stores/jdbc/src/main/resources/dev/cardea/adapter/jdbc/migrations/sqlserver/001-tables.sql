-- Not tried on a real server. Keys of two columns are indexes, for they may be longer than what orders a table. The default tables of Auth.js' Drizzle adapter. Times are UTC.
create table if not exists "user" (
  "id" ${id} not null primary key,
  "name" nvarchar(255) collate Latin1_General_100_BIN2,
  "email" nvarchar(255) collate Latin1_General_100_BIN2,
  "emailVerified" ${time},
  "image" nvarchar(max)
);
create unique index if not exists "user_email_unique" on "user" ("email") where "email" is not null;

create table if not exists "account" (
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "type" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "provider" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "providerAccountId" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "refresh_token" nvarchar(max),
  "access_token" nvarchar(max),
  "expires_at" bigint,
  "token_type" nvarchar(255) collate Latin1_General_100_BIN2,
  "scope" nvarchar(max),
  "id_token" nvarchar(max),
  "session_state" nvarchar(max)
);
create unique index if not exists "account_provider_unique" on "account" ("provider", "providerAccountId");
create index if not exists "account_userId_idx" on "account" ("userId");

create table if not exists "session" (
  "sessionToken" nvarchar(255) collate Latin1_General_100_BIN2 not null primary key,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "expires" ${time} not null
);
create index if not exists "session_userId_idx" on "session" ("userId");
create index if not exists "session_expires_idx" on "session" ("expires");

create table if not exists "verificationToken" (
  "identifier" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "token" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "expires" ${time} not null
);
create unique index if not exists "verificationToken_token_unique" on "verificationToken" ("identifier", "token");
create index if not exists "verificationToken_token_idx" on "verificationToken" ("token");
create index if not exists "verificationToken_expires_idx" on "verificationToken" ("expires");

create table if not exists "authenticator" (
  "credentialID" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "providerAccountId" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "credentialPublicKey" nvarchar(max) not null,
  "counter" bigint not null,
  "credentialDeviceType" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "credentialBackedUp" bit not null,
  "transports" nvarchar(255) collate Latin1_General_100_BIN2,
  constraint "authenticator_credentialID_unique" unique ("credentialID")
);
create index if not exists "authenticator_userId_idx" on "authenticator" ("userId");
