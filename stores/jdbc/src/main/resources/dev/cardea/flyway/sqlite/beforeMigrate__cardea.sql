-- Creates what is missing of Cardea's tables. Flyway runs it before each migration, Liquibase when it has changed.
-- Generated from the migrations in dev/cardea/adapter/jdbc: do not edit.
create table if not exists "cardea_migration" ("version" integer not null primary key, "name" varchar(100) not null, "appliedAt" varchar(30) not null);

-- 001-tables
create table if not exists "user" (
  "id" text not null primary key,
  "name" text,
  "email" text,
  "emailVerified" integer,
  "image" text,
  constraint "user_email_unique" unique ("email")
);
create table if not exists "account" (
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
  primary key ("provider", "providerAccountId")
);
create index if not exists "account_userId_idx" on "account" ("userId");
create table if not exists "session" (
  "sessionToken" text not null primary key,
  "userId" text not null references "user" ("id") on delete cascade,
  "expires" integer not null
);
create index if not exists "session_userId_idx" on "session" ("userId");
create index if not exists "session_expires_idx" on "session" ("expires");
create table if not exists "verificationToken" (
  "identifier" text not null,
  "token" text not null,
  "expires" integer not null,
  primary key ("identifier", "token")
);
create index if not exists "verificationToken_token_idx" on "verificationToken" ("token");
create index if not exists "verificationToken_expires_idx" on "verificationToken" ("expires");
create table if not exists "authenticator" (
  "credentialID" text not null,
  "userId" text not null references "user" ("id") on delete cascade,
  "providerAccountId" text not null,
  "credentialPublicKey" text not null,
  "counter" integer not null,
  "credentialDeviceType" text not null,
  "credentialBackedUp" integer not null,
  "transports" text,
  constraint "authenticator_credentialID_unique" unique ("credentialID"),
  primary key ("userId", "credentialID")
);
insert into "cardea_migration" ("version", "name", "appliedAt")
select 1, '001-tables', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 1);

-- 002-spent-tokens
create table if not exists "cardea_spent_token" (
  "key" text not null primary key,
  "expires" integer not null
);
create index if not exists "cardea_spent_token_expires_idx" on "cardea_spent_token" ("expires");
insert into "cardea_migration" ("version", "name", "appliedAt")
select 2, '002-spent-tokens', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 2);

-- 003-passkeys
create table if not exists "cardea_passkey" (
  "credential" text not null primary key,
  "label" text,
  "handle" text,
  "created" integer,
  "used" integer
);
insert into "cardea_migration" ("version", "name", "appliedAt")
select 3, '003-passkeys', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 3);

-- 004-indexes
insert into "cardea_migration" ("version", "name", "appliedAt")
select 4, '004-indexes', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 4);

-- 005-limits
create table if not exists "cardea_limit" (
  "key" text not null primary key,
  "whole_at" integer not null
);
create index if not exists "cardea_limit_whole_at_idx" on "cardea_limit" ("whole_at");
insert into "cardea_migration" ("version", "name", "appliedAt")
select 5, '005-limits', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 5);

-- 006-accounts
create table if not exists "cardea_account" (
  "provider" text not null,
  "providerAccountId" text not null,
  "userId" text not null,
  "unverified_email" text not null,
  primary key ("provider", "providerAccountId")
);
create index if not exists "cardea_account_userId_idx" on "cardea_account" ("userId");
insert into "cardea_migration" ("version", "name", "appliedAt")
select 6, '006-accounts', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 6);

-- 007-sessions
create table if not exists "cardea_session" (
  "id" text not null primary key,
  "userId" text not null,
  "stored_user" text,
  "begun" integer not null,
  "seen" integer not null,
  "expires" integer not null,
  "provider" text,
  "provider_sub" text,
  "provider_sid" text,
  "client" text,
  "user_agent" text
);
create index if not exists "cardea_session_user_idx" on "cardea_session" ("userId");
create index if not exists "cardea_session_expires_idx" on "cardea_session" ("expires");
create index if not exists "cardea_session_sid_idx" on "cardea_session" ("provider", "provider_sid");
create index if not exists "cardea_session_sub_idx" on "cardea_session" ("provider", "provider_sub");
insert into "cardea_migration" ("version", "name", "appliedAt")
select 7, '007-sessions', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 7);

-- 008-records
create table if not exists "cardea_record" (
  "kind" text not null,
  "id" text not null,
  "userId" text,
  "data" text not null,
  "version" integer not null,
  "expires" integer,
  primary key ("kind", "id")
);
create index if not exists "cardea_record_user_idx" on "cardea_record" ("userId");
create index if not exists "cardea_record_expires_idx" on "cardea_record" ("expires");
insert into "cardea_migration" ("version", "name", "appliedAt")
select 8, '008-records', strftime('%Y-%m-%dT%H:%M:%SZ', 'now') from (select 1 as one) as t
where not exists (select 1 from "cardea_migration" where "version" = 8);
