-- The same models mapped to snake case, with keys of two columns. Passkeys came later, so their table is ours.
create table "users" (
  "id" text not null primary key,
  "name" text,
  "email" text,
  "email_verified" timestamp(3),
  "image" text,
  "created_at" timestamp(3) not null default current_timestamp,
  "updated_at" timestamp(3) not null
);
create unique index "users_email_key" on "users" ("email");
create table "accounts" (
  "user_id" text not null references "users" ("id") on delete cascade on update cascade,
  "type" text not null,
  "provider" text not null,
  "provider_account_id" text not null,
  "refresh_token" text,
  "access_token" text,
  "expires_at" integer,
  "token_type" text,
  "scope" text,
  "id_token" text,
  "session_state" text,
  "created_at" timestamp(3) not null default current_timestamp,
  "updated_at" timestamp(3) not null,
  constraint "accounts_pkey" primary key ("provider", "provider_account_id")
);
create table "sessions" (
  "session_token" text not null,
  "user_id" text not null references "users" ("id") on delete cascade on update cascade,
  "expires" timestamp(3) not null,
  "created_at" timestamp(3) not null default current_timestamp,
  "updated_at" timestamp(3) not null
);
create unique index "sessions_session_token_key" on "sessions" ("session_token");
create table "verification_tokens" (
  "identifier" text not null,
  "token" text not null,
  "expires" timestamp(3) not null,
  constraint "verification_tokens_pkey" primary key ("identifier", "token")
);
