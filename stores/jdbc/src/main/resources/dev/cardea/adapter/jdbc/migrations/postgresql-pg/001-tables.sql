-- The tables of Auth.js' pg-adapter, and passkeys beside them.
create table if not exists "user" (
  "id" serial not null primary key,
  "name" varchar(255),
  "email" varchar(255),
  "emailVerified" timestamptz,
  "image" text
);
create index if not exists "users_email_idx" on "user" ("email");

create table if not exists "account" (
  "id" serial not null primary key,
  "userId" ${id} not null,
  "type" varchar(255) not null,
  "provider" varchar(255) not null,
  "providerAccountId" varchar(255) not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" bigint,
  "id_token" text,
  "scope" text,
  "session_state" text,
  "token_type" text
);
create index if not exists "accounts_providerAccountId_idx" on "account" ("providerAccountId", "provider");
create index if not exists "accounts_userId_idx" on "account" ("userId");

create table if not exists "session" (
  "id" serial not null primary key,
  "userId" ${id} not null,
  "expires" timestamptz not null,
  "sessionToken" varchar(255) not null
);
create index if not exists "sessions_sessionToken_idx" on "session" ("sessionToken");
create index if not exists "sessions_userId_idx" on "session" ("userId");
create index if not exists "sessions_expires_idx" on "session" ("expires");

create table if not exists "verificationToken" (
  "identifier" text,
  "expires" timestamptz not null,
  "token" text,
  primary key ("identifier", "token")
);
create index if not exists "verification_token_token_idx" on "verificationToken" ("token");
create index if not exists "verification_token_expires_idx" on "verificationToken" ("expires");

create table if not exists "authenticator" (
  "credentialID" text not null,
  "userId" ${id} not null references "user" ("id") on delete cascade,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" bigint not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" boolean not null,
  "transports" text,
  constraint "authenticators_credentialID_unique" unique ("credentialID"),
  primary key ("userId", "credentialID")
);
