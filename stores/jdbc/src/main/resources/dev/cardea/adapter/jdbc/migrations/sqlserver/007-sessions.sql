-- What is kept of sessions beyond the columns of Auth.js, so that they can be listed and ended. Our own.
create table if not exists "cardea_session" (
  "id" nvarchar(64) collate Latin1_General_100_BIN2 not null primary key,
  "userId" nvarchar(255) collate Latin1_General_100_BIN2 not null,
  "stored_user" ${id},
  "begun" datetime2(3) not null,
  "seen" datetime2(3) not null,
  "expires" datetime2(3) not null,
  "provider" nvarchar(255) collate Latin1_General_100_BIN2,
  "provider_sub" nvarchar(255) collate Latin1_General_100_BIN2,
  "provider_sid" nvarchar(255) collate Latin1_General_100_BIN2,
  "client" nvarchar(64) collate Latin1_General_100_BIN2,
  "user_agent" nvarchar(500)
);
create index if not exists "cardea_session_user_idx" on "cardea_session" ("userId");
create index if not exists "cardea_session_expires_idx" on "cardea_session" ("expires");
create index if not exists "cardea_session_sid_idx" on "cardea_session" ("provider", "provider_sid");
create index if not exists "cardea_session_sub_idx" on "cardea_session" ("provider", "provider_sub");
