-- The tables of hasura-adapter.
create table users (
  id uuid default gen_random_uuid() not null primary key,
  name text,
  email text unique,
  "emailVerified" timestamptz,
  image text
);
create table provider_type (value text not null primary key);
insert into provider_type values ('credentials'), ('email'), ('oauth'), ('oidc'), ('webauthn');
create table accounts (
  id uuid default gen_random_uuid() not null primary key,
  type text not null references provider_type (value) on update restrict on delete restrict,
  provider text not null,
  "providerAccountId" text not null,
  refresh_token text,
  access_token text,
  expires_at bigint,
  token_type text,
  scope text,
  id_token text,
  session_state text,
  "userId" uuid not null references users (id) on update restrict on delete cascade
);
create table sessions (
  id uuid default gen_random_uuid() not null,
  "sessionToken" text not null primary key,
  "userId" uuid not null references users (id) on update restrict on delete cascade,
  expires timestamptz not null
);
create table verification_tokens (
  token text not null primary key,
  identifier text not null,
  expires timestamptz not null
);
