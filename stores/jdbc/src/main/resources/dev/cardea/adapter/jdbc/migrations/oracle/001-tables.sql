-- Not tried on a real server. The default tables of Auth.js' Drizzle adapter. Times are UTC.
create table if not exists "user" (
  "id" ${id} not null primary key,
  "name" varchar2(255 char),
  "email" varchar2(255 char),
  "emailVerified" ${time},
  "image" clob,
  constraint "user_email_unique" unique ("email")
);

create table if not exists "account" (
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "type" varchar2(255 char) not null,
  "provider" varchar2(255 char) not null,
  "providerAccountId" varchar2(255 char) not null,
  "refresh_token" clob,
  "access_token" clob,
  "expires_at" number(19),
  "token_type" varchar2(255 char),
  "scope" clob,
  "id_token" clob,
  "session_state" clob,
  primary key ("provider", "providerAccountId")
);
create index if not exists "account_userId_idx" on "account" ("userId");

create table if not exists "session" (
  "sessionToken" varchar2(255 char) not null primary key,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "expires" ${time} not null
);
create index if not exists "session_userId_idx" on "session" ("userId");
create index if not exists "session_expires_idx" on "session" ("expires");

create table if not exists "verificationToken" (
  "identifier" varchar2(255 char) not null,
  "token" varchar2(255 char) not null,
  "expires" ${time} not null,
  primary key ("identifier", "token")
);
create index if not exists "verificationToken_token_idx" on "verificationToken" ("token");
create index if not exists "verificationToken_expires_idx" on "verificationToken" ("expires");

create table if not exists "authenticator" (
  "credentialID" varchar2(255 char) not null,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "providerAccountId" varchar2(255 char) not null,
  "credentialPublicKey" clob not null,
  "counter" number(19) not null,
  "credentialDeviceType" varchar2(255 char) not null,
  "credentialBackedUp" number(1) not null,
  "transports" varchar2(255 char),
  constraint "authenticator_credentialID_unique" unique ("credentialID"),
  primary key ("userId", "credentialID")
);
