-- What is kept of sessions beyond the columns of Auth.js, so that they can be listed and ended. Our own.
create table if not exists "cardea_session" (
  "id" varchar2(64 char) not null primary key,
  "userId" varchar2(255 char) not null,
  "stored_user" ${id},
  "begun" timestamp(3) not null,
  "seen" timestamp(3) not null,
  "expires" timestamp(3) not null,
  "provider" varchar2(255 char),
  "provider_sub" varchar2(255 char),
  "provider_sid" varchar2(255 char),
  "client" varchar2(64 char),
  "user_agent" varchar2(500 char)
);
create index if not exists "cardea_session_user_idx" on "cardea_session" ("userId");
create index if not exists "cardea_session_expires_idx" on "cardea_session" ("expires");
create index if not exists "cardea_session_sid_idx" on "cardea_session" ("provider", "provider_sid");
create index if not exists "cardea_session_sub_idx" on "cardea_session" ("provider", "provider_sub");
